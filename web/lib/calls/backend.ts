// Adds the tables to the client of auth-client.ts; realtime.ts adds realtime where needed. createClient would bring all of it to the login
// page, half of its JavaScript; the wire is the same.
import { PostgrestClient } from "@supabase/postgrest-js";
import { fetchAsPerson } from "./auth-client.ts";

const tables = new PostgrestClient(`${location.origin}/rest/v1`, { fetch: fetchAsPerson });

export const backend = {
  /** Starts a table call: `backend.from("organizations").select("id, name")…`; end it with a reader of rows.ts. */
  from: (table: string) => tables.from(table),
  /** Calls a database function: `backend.rpc("search_end_users", { … })`. */
  rpc: (name: string, args: Record<string, unknown>) => tables.rpc(name, args),
};
