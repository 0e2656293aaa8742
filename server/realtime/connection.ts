import type { Logger } from "pino";
import type { Claims } from "#contract/auth.ts";
import type { Refusal } from "#contract/errors/define-errors.ts";
import { realtimeErrors } from "#contract/errors/realtime.ts";
import type { Language } from "#contract/language.ts";
import { accessTokenPayloadSchema, joinPayloadSchema, type RealtimeTable } from "#contract/realtime.ts";
import type { Clock } from "#drivers/clock.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { PortalMetrics } from "#server/platform/metrics/metrics.ts";
import { BindingError, readBindings, type TableColumns } from "./bindings.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { isForbidden } from "./changes.store.ts";
import { type Channel, createChannel, systemPayload } from "./channel.ts";
import { decodeFrame, encodeFrame, type Frame, type Version } from "./frames.ts";

/** The portal's pages use one. */
const MAX_CHANNELS = 20;
/** A client that leaves this many bytes unread is cut off, and rereads its list. */
const MAX_UNSENT_BYTES = 1024 * 1024;
/** Refused joins allowed before the first successful one. */
const MAX_REFUSED_JOINS = 20;
/** Frames per second; the page sends one every 25 seconds. */
const MAX_FRAMES_PER_SECOND = 50;

/** Close codes of RFC 6455 and its registry. */
const CLOSE = { unsupportedData: 1003, policyViolation: 1008, tryAgainLater: 1013 } as const;

/** The part of a `ws` socket that is used here. */
export interface Socket {
  readonly bufferedAmount: number;
  readonly readyState: number;
  send(text: string): void;
  close(code?: number, reason?: string): void;
  terminate(): void;
  on(event: "message", listener: (data: Buffer, isBinary: boolean) => void): unknown;
  on(event: "close", listener: () => void): unknown;
}
const OPEN = 1;

export interface ConnectionDeps {
  clock: Clock;
  log: Pick<Logger, "warn">;
  feed: ChangeFeed;
  /** Verifies a token; throws PortalError 401. */
  verify: (token: string) => Claims;
  /** Checks that the caller may read the tables; throws PortalError, or 42501. */
  authorise: (claims: Claims, tables: ReadonlySet<RealtimeTable>) => Promise<void>;
  columns: () => Promise<TableColumns>;
  /** Called before the socket's first channel; returns false when there is no room. */
  admit: (socket: Socket, userId: string) => boolean;
  turnedAway: PortalMetrics["turnedAway"];
}

export interface Connection {
  /** Returns the time of the last frame, monotonic milliseconds. */
  lastFrameAt(): number;
  hasChannels(): boolean;
}

export interface Wire {
  version: Version;
  language: Language;
}

export function serveConnection(socket: Socket, { version, language }: Wire, deps: ConnectionDeps): Connection {
  const channels = new Map<string, Channel>();
  let lastFrameAt = deps.clock.monotonic();
  let second = 0;
  let framesInSecond = 0;
  let joined = false;
  let refusedJoins = 0;
  /** Joins that await the database: each may become a channel. */
  let joining = 0;

  const send = (frame: Frame) => {
    if (socket.readyState !== OPEN) return;
    if (socket.bufferedAmount > MAX_UNSENT_BYTES) {
      // close() is not used, because its frame would queue behind the unread data.
      socket.terminate();
      return;
    }
    socket.send(encodeFrame(frame, version));
  };
  const reply = ({ joinRef, ref, topic }: Frame, status: "ok" | "error", response: unknown) =>
    send({ joinRef, ref, topic, event: "phx_reply", payload: { status, response } });
  const joinRefusal = (error: unknown): string | Refusal => {
    if (error instanceof PortalError) return error.sentence(language);
    if (error instanceof BindingError) return error.refusal;
    if (isForbidden(error)) return realtimeErrors.channel_table_forbidden();
    deps.log.warn({ err: error }, "a realtime channel could not be joined");
    return realtimeErrors.channel_unavailable();
  };
  const refuse = (frame: Frame, reason: string | Refusal) =>
    reply(frame, "error", { reason: typeof reason === "string" ? reason : reason[language] });
  const drop = (channel: Channel) => {
    deps.feed.remove(channel);
    if (channels.get(channel.topic) === channel) channels.delete(channel.topic);
  };

  const join = async (frame: Frame) => {
    const { topic, joinRef } = frame;
    const payload = joinPayloadSchema.safeParse(frame.payload);
    if (!payload.success) return refuse(frame, realtimeErrors.channel_join_unreadable());
    const old = channels.get(topic);
    if (old) drop(old);
    if (channels.size + joining >= MAX_CHANNELS)
      return refuse(frame, realtimeErrors.channels_full({ limit: MAX_CHANNELS }));
    joining += 1;
    try {
      const claims = deps.verify(payload.data.access_token ?? "");
      const columns = await deps.columns();
      const requests = payload.data.config?.postgres_changes ?? [];
      const bindings = readBindings(requests, columns);
      await deps.authorise(claims, new Set(bindings.map(({ table }) => table)));
      await deps.feed.ready();
      const channel = createChannel({
        topic,
        joinRef,
        claims,
        bindings,
        columns,
        language,
        send: (event, message) => send({ joinRef, ref: null, topic, event, payload: message }),
        onEnd: drop,
      });
      // The topic may have been joined again, or the socket closed, meanwhile.
      const rival = channels.get(topic);
      if (rival) drop(rival);
      if (socket.readyState !== OPEN) return;
      if (!joined && !deps.admit(socket, claims.sub)) return refuse(frame, realtimeErrors.connections_full());
      joined = true;
      // Replies, then subscribes in the same turn, so that the client misses no change.
      reply(frame, "ok", {
        postgres_changes: requests.map((request, index) => ({ ...request, id: bindings[index]?.id })),
      });
      channels.set(topic, channel);
      deps.feed.add(channel);
      send({
        joinRef,
        ref: null,
        topic,
        event: "system",
        payload: systemPayload(topic, "ok", "Subscribed to PostgreSQL"),
      });
    } catch (error) {
      refuse(frame, joinRefusal(error));
      refusedJoins += 1;
      if (joined || refusedJoins < MAX_REFUSED_JOINS) return;
      deps.turnedAway("bad_joins");
      socket.close(CLOSE.policyViolation, "too many refused joins");
    } finally {
      joining -= 1;
    }
  };

  const renew = (frame: Frame) => {
    const channel = channels.get(frame.topic);
    if (!channel) return;
    try {
      channel.renew(deps.verify(accessTokenPayloadSchema.parse(frame.payload).access_token ?? ""));
    } catch {
      // The person signed out, or the token is another's: the previous token no longer counts.
      channel.end("session");
    }
  };

  const handle = async (frame: Frame) => {
    if (frame.topic === "phoenix") {
      return frame.event === "heartbeat"
        ? reply(frame, "ok", {})
        : refuse(frame, realtimeErrors.channel_message_unknown());
    }
    switch (frame.event) {
      case "phx_join":
        return join({ ...frame, joinRef: frame.joinRef ?? frame.ref });
      case "phx_leave": {
        const channel = channels.get(frame.topic);
        if (channel) drop(channel);
        return reply(frame, "ok", {});
      }
      case "access_token":
        return renew(frame);
      default:
        return refuse(frame, realtimeErrors.channel_takes_no_messages());
    }
  };

  const withinRate = () => {
    const now = Math.floor(deps.clock.monotonic() / 1000);
    framesInSecond = now === second ? framesInSecond + 1 : 1;
    second = now;
    return framesInSecond <= MAX_FRAMES_PER_SECOND;
  };
  socket.on("message", (data, isBinary) => {
    lastFrameAt = deps.clock.monotonic();
    if (!withinRate()) return socket.close(CLOSE.tryAgainLater, "too many messages");
    if (isBinary) return socket.close(CLOSE.unsupportedData, "text only");
    const frame = decodeFrame(data.toString(), version);
    if (frame === null) return socket.close(CLOSE.policyViolation, "not a frame");
    handle(frame).catch((error: unknown) => deps.log.warn({ err: error }, "realtime message failed"));
  });
  socket.on("close", () => {
    for (const channel of channels.values()) deps.feed.remove(channel);
    channels.clear();
  });
  return { lastFrameAt: () => lastFrameAt, hasChannels: () => channels.size > 0 };
}
