// An unmodified supabase-js client that follows a table as a browser does, and reports which rows it saw and when.
import { createClient, REALTIME_SUBSCRIBE_STATES } from "@supabase/supabase-js";
import { sharedMs } from "../monotonic.ts";
import { PASSWORD } from "../sign-in.ts";

/** [row id, shared milliseconds]. */
export type Sighting = [id: string, at: number];

const [url = "", email = "", table = ""] = process.argv.slice(2);
const sightings: Sighting[] = [];
const client = createClient(url, "portal", {
  auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
});
const signedIn = await client.auth.signInWithPassword({ email, password: PASSWORD });
if (signedIn.error) throw signedIn.error;
client
  .channel(table)
  .on("postgres_changes", { event: "INSERT", schema: "public", table }, ({ new: row }) => {
    sightings.push([String(row["id"]), sharedMs()]);
  })
  .subscribe((status, error) => {
    if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) process.send?.("ready");
    else if (error) throw error;
  });
process.on("message", () => process.send?.(sightings));
process.on("disconnect", () => process.exit(0));
