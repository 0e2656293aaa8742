// One joined channel of one socket: its caller, its bindings, and the messages it gets.
import type { Claims } from "#contract/auth.ts";
import type { SystemPayload } from "#contract/realtime.ts";
import { type Binding, type Change, changePayloads, type TableColumns } from "./bindings.ts";
import type { Subscriber } from "./change-feed.ts";

export interface Channel extends Subscriber {
  readonly topic: string;
  readonly joinRef: string | null;
  /** The caller's session was refreshed: its new token counts from now on. */
  renew(claims: Claims): void;
}

export interface ChannelOptions {
  topic: string;
  joinRef: string | null;
  claims: Claims;
  bindings: Binding[];
  columns: TableColumns;
  send: (event: string, payload: unknown) => void;
  /** Called when the channel ends by itself. */
  onEnd: (channel: Channel) => void;
}

export function createChannel({ topic, joinRef, claims, bindings, columns, send, onEnd }: ChannelOptions): Channel {
  let current = claims;
  const channel: Channel = {
    topic,
    joinRef,
    claims: () => current,
    renew: (next) => {
      current = next;
    },
    deliver: (changes: Change[]) => {
      for (const change of changes) {
        for (const payload of changePayloads(change, bindings, columns)) send("postgres_changes", payload);
      }
    },
    end: (why) => {
      onEnd(channel);
      if (why === "token") {
        // The client answers an error by joining again, with the token it has by then.
        send("phx_error", { reason: "Inloggningens bevis har gått ut." });
      } else {
        send("system", systemPayload(topic, "error", "Inloggningen gäller inte längre. Logga in igen."));
        send("phx_close", {});
      }
    },
  };
  return channel;
}

export function systemPayload(topic: string, status: SystemPayload["status"], message: string): SystemPayload {
  return { extension: "postgres_changes", status, message, channel: topic.replace(/^realtime:/, "") };
}
