// The websocket, fetched by pages with live rows.
import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel, RealtimeClient } from "@supabase/realtime-js";
import { API_KEY, authClient, bearer } from "#web/lib/calls/auth-client.ts";

let client: RealtimeClient | undefined;

/** The status that means that rows will come, also after every reconnection. */
export const { SUBSCRIBED } = REALTIME_SUBSCRIBE_STATES;

/** Opens a channel of supabase-js: `.on("postgres_changes", …).subscribe(status => …)`. Leave it with `closeChannel`. */
export function openChannel(name: string): RealtimeChannel {
  client ??= connect();
  return client.channel(name);
}

export async function closeChannel(channel: RealtimeChannel): Promise<void> {
  await client?.removeChannel(channel);
}

function connect(): RealtimeClient {
  const made = new RealtimeClient(`${location.origin.replace(/^http/, "ws")}/realtime/v1`, {
    params: { apikey: API_KEY },
    accessToken: bearer,
  });
  // Without the refreshed token the server closes the socket when the old one expires.
  authClient.onAuthStateChange((event) => {
    if (event === "TOKEN_REFRESHED" || event === "SIGNED_IN") void made.setAuth();
    if (event === "SIGNED_OUT") {
      void made.disconnect();
      client = undefined;
    }
  });
  return made;
}
