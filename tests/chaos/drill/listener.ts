// A page that follows the log at one portal: it gets rows as they come, and reads the newest ones at each subscription.
import { REALTIME_SUBSCRIBE_STATES, type SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";

const inserted = z.object({ new: z.object({ id: z.string() }) });
const ids = z.array(z.object({ id: z.string() }));
/** More rows than one outage produces. */
const READ_ANEW = 1_000;

export interface Listener {
  readonly heard: ReadonlySet<string>;
  /** Times that it was subscribed; more than one after a lost socket. */
  readonly subscribed: number;
  stop(): Promise<void>;
}

/** Resolves when it is subscribed. */
export async function follow(client: SupabaseClient): Promise<Listener> {
  const heard = new Set<string>();
  let subscribed = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const readNewest = async () => {
    const { data } = await client
      .from("access_logs")
      .select("id")
      .order("detected_at", { ascending: false })
      .limit(READ_ANEW);
    for (const { id } of ids.parse(data ?? [])) heard.add(id);
  };
  client
    .channel("drill")
    .on("postgres_changes", { event: "INSERT", schema: "public", table: "access_logs" }, (change) => {
      heard.add(inserted.parse(change).new.id);
    })
    .subscribe((status) => {
      if (status !== REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) return;
      subscribed += 1;
      resolve();
      if (subscribed > 1) void readNewest();
    });
  await promise;
  return {
    heard,
    get subscribed() {
      return subscribed;
    },
    stop: async () => {
      await client.removeAllChannels();
      await client.realtime.disconnect();
    },
  };
}
