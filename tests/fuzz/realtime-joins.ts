import type { Random } from "#scripts/seed/random.ts";
import type { Tenant } from "#tests/support/tenant-world.ts";
import { ODD_TEXTS } from "./rest-request.ts";

/** The server closes a socket above fifty messages a second. */
const JOINS_PER_SOCKET = 20;
const UNANSWERED_MS = 5_000;

export interface RealtimeJoins {
  join(): Promise<void>;
  close(): void;
}

export function createRealtimeJoins(
  url: string,
  {
    random,
    token,
    victim,
    heard,
  }: { random: Random; token: () => string; victim: Tenant; heard: (text: string) => void },
): RealtimeJoins {
  let socket: WebSocket | null = null;
  let used = 0;
  let turn = Promise.resolve();

  const open = async () => {
    socket?.close();
    used = 0;
    const fresh = new WebSocket(`${url.replace("http", "ws")}/realtime/v1/websocket?apikey=x&vsn=2.0.0`);
    fresh.addEventListener("message", ({ data }) => heard(String(data)));
    await new Promise((resolve) => {
      for (const event of ["open", "error", "close"]) fresh.addEventListener(event, resolve, { once: true });
    });
    socket = fresh;
    return fresh;
  };
  const change = () => ({
    event: random.pick(["*", "INSERT", "UPDATE", "DELETE", "x"]),
    schema: random.pick(["public", "auth", "private", "*"]),
    table: random.pick([
      "access_logs",
      "door_events",
      "door_states",
      "passages",
      "end_users",
      "credentials",
      "audit",
      "users",
      "*",
      random.pick(ODD_TEXTS).slice(0, 60),
    ]),
    filter: random.pick([
      null,
      `controller_id=eq.${victim.gate}`,
      "plate_number=like.*",
      random.pick(ODD_TEXTS).slice(0, 400),
    ]),
    select: random.pick([null, ["plate_number"], ["*"]]),
  });
  const one = async () => {
    const live =
      socket === null || used >= JOINS_PER_SOCKET || socket.readyState !== WebSocket.OPEN ? await open() : socket;
    used += 1;
    const ref = String(used);
    const answered = new Promise<void>((resolve) => {
      live.onclose = () => resolve();
      live.addEventListener("message", function listen({ data }) {
        if (!String(data).includes("phx_reply")) return;
        live.removeEventListener("message", listen);
        resolve();
      });
    });
    const access_token = random.pick([token(), token(), token(), "x", `${token().slice(0, -4)}AAAA`]);
    const config = { postgres_changes: Array.from({ length: 1 + random.below(3) }, change) };
    if (live.readyState !== WebSocket.OPEN) return;
    live.send(
      JSON.stringify([
        ref,
        ref,
        `realtime:${random.pick(["logs", victim.organization, "a"])}${used}`,
        "phx_join",
        { access_token, config },
      ]),
    );
    // An unanswered join would stall the run; the next takes another socket.
    const { promise: late, resolve: giveUp } = Promise.withResolvers<void>();
    const timer = setTimeout(giveUp, UNANSWERED_MS);
    await Promise.race([answered, late]);
    clearTimeout(timer);
  };
  return {
    join: () => (turn = turn.then(one)),
    close: () => socket?.close(),
  };
}
