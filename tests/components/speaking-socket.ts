// The socket of live rows where a test has something to say on it: it answers as server/realtime does.
import { vi } from "vitest";
import { z } from "zod";
import { type ChangePayload, type ChangeType, joinPayloadSchema, type RealtimeTable } from "#contract/realtime.ts";

/** Phoenix: who joined, its own number, the channel, what it is, and what it says. */
const frame = z.tuple([z.string().nullable(), z.string(), z.string(), z.string(), z.unknown()]);

/** Of a channel that asks for one table: what the client knows its changes by. */
const BINDING = 1;

const LOST = 1_006;

class SpeakingSocket extends EventTarget {
  readyState: number = WebSocket.CONNECTING;
  binaryType = "";
  onopen: () => void = () => undefined;
  onmessage: (message: { data: string }) => void = () => undefined;
  onerror: () => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;
  /** Topic → number of its join. */
  readonly joined = new Map<string, string | null>();

  constructor() {
    super();
    open.add(this);
    queueMicrotask(() => {
      this.readyState = WebSocket.OPEN;
      this.onopen();
    });
  }

  send(text: string): void {
    const [joinRef, ref, topic, event, payload] = frame.parse(JSON.parse(text));
    if (event === "phx_leave") this.joined.delete(topic);
    if (event !== "phx_join") return this.say(joinRef, ref, topic, "phx_reply", { status: "ok", response: {} });
    this.joined.set(topic, joinRef);
    const asked = joinPayloadSchema.parse(payload).config?.postgres_changes ?? [];
    const response = { postgres_changes: asked.map((one) => ({ ...one, id: BINDING })) };
    this.say(joinRef, ref, topic, "phx_reply", { status: "ok", response });
  }

  say(...said: z.infer<typeof frame> | [string | null, null, string, string, unknown]): void {
    queueMicrotask(() => this.onmessage({ data: JSON.stringify(said) }));
  }

  close(code = 1_000): void {
    this.readyState = WebSocket.CLOSED;
    this.joined.clear();
    open.delete(this);
    queueMicrotask(() => this.onclose({ code }));
  }
}

const open = new Set<SpeakingSocket>();

/** From now on a page that follows a table is heard. Called before the page is opened. */
export function listenToSockets(): void {
  open.clear();
  vi.stubGlobal("WebSocket", Object.assign(SpeakingSocket, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 }));
}

/** The connection is lost; the page makes a new one by itself. */
export function breakSockets(): void {
  for (const socket of open) socket.close(LOST);
}

/** A row of a table that is followed has come, or changed. */
export function rowChanged(table: RealtimeTable, type: ChangeType, record: Record<string, unknown>): void {
  const data = { schema: "public", table, type, commit_timestamp: new Date().toISOString(), record } as const;
  const payload: ChangePayload = { ids: [BINDING], data: { ...data, columns: [], errors: null } };
  for (const socket of open)
    for (const [topic, joinRef] of socket.joined)
      if (topic === `realtime:${table}`) socket.say(joinRef, null, topic, "postgres_changes", payload);
}
