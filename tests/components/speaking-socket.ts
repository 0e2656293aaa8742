// A socket of live rows on which a test can send messages, like server/realtime.
import { vi } from "vitest";
import { z } from "zod";
import { type ChangePayload, type ChangeType, joinPayloadSchema, type RealtimeTable } from "#contract/realtime.ts";

/** A Phoenix frame: join reference, own reference, channel, event, payload. */
const frame = z.tuple([z.string().nullable(), z.string(), z.string(), z.string(), z.unknown()]);

/** Id of a channel for one table, by which the client knows its changes. */
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

/** Lets pages that follow a table receive messages. Call it before the page is opened. */
export function listenToSockets(): void {
  open.clear();
  vi.stubGlobal("WebSocket", Object.assign(SpeakingSocket, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 }));
}

/** Breaks the connections; the page opens a new one by itself. */
export function breakSockets(): void {
  for (const socket of open) socket.close(LOST);
}

/** Reports that a row of a followed table was added or changed. */
export function rowChanged(table: RealtimeTable, type: ChangeType, record: Record<string, unknown>): void {
  const data = { schema: "public", table, type, commit_timestamp: new Date().toISOString(), record } as const;
  const payload: ChangePayload = { ids: [BINDING], data: { ...data, columns: [], errors: null } };
  for (const socket of open)
    for (const [topic, joinRef] of socket.joined)
      if (topic === `realtime:${table}`) socket.say(joinRef, null, topic, "postgres_changes", payload);
}
