import type { Claims } from "#contract/auth.ts";
import { platformErrors } from "#contract/errors/platform.ts";
import { realtimeErrors } from "#contract/errors/realtime.ts";
import type { Language } from "#contract/language.ts";
import type { SystemPayload } from "#contract/realtime.ts";
import type { Subscriber } from "./audience.ts";
import { type Binding, type Change, changePayloads, type TableColumns } from "./bindings.ts";

export interface Channel extends Subscriber {
  readonly topic: string;
  readonly joinRef: string | null;
  renew(claims: Claims): void;
}

export interface ChannelOptions {
  topic: string;
  joinRef: string | null;
  claims: Claims;
  bindings: Binding[];
  columns: TableColumns;
  language: Language;
  send: (event: string, payload: unknown) => void;
  onEnd: (channel: Channel) => void;
}

/** Creates a joined channel, which sends only rows that its caller may read. */
export function createChannel(options: ChannelOptions): Channel {
  const { topic, joinRef, claims, bindings, columns, language, send, onEnd } = options;
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
        // The client answers an error by joining again with its current token.
        send("phx_error", { reason: realtimeErrors.channel_token_ended()[language] });
      } else {
        send("system", systemPayload(topic, "error", platformErrors.session_ended()[language]));
        send("phx_close", {});
      }
    },
  };
  return channel;
}

/** Returns the message that tells whether the channel is subscribed. */
export function systemPayload(topic: string, status: SystemPayload["status"], message: string): SystemPayload {
  return { extension: "postgres_changes", status, message, channel: topic.replace(/^realtime:/, "") };
}
