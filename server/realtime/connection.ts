import type { Logger } from "pino";
import type { z } from "zod";
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
  feed: Pick<ChangeFeed, "ready" | "add" | "remove">;
  /** Verifies a token; throws PortalError 401. */
  verify: (token: string) => Claims;
  /** Checks that the caller may read the tables; throws PortalError, or 42501. */
  authorise: (claims: Claims, tables: ReadonlySet<RealtimeTable>) => Promise<void>;
  columns: () => Promise<TableColumns>;
  /** Called before the socket's first channel; returns false when there is no room. */
  admit: (socket: Socket, userId: string) => boolean;
  turnedAway: PortalMetrics["turnedAway"];
}

export interface Wire {
  version: Version;
  language: Language;
}

/** Serves one socket's channels; the protocol is Phoenix's. */
export class Connection {
  readonly #socket: Socket;
  readonly #wire: Wire;
  readonly #deps: ConnectionDeps;
  readonly #channels = new Map<string, Channel>();
  #lastFrameAt: number;
  #second = 0;
  #framesInSecond = 0;
  #joined = false;
  #refusedJoins = 0;
  /** Joins that await the database: each may become a channel. */
  #joining = 0;

  constructor(socket: Socket, wire: Wire, deps: ConnectionDeps) {
    this.#socket = socket;
    this.#wire = wire;
    this.#deps = deps;
    this.#lastFrameAt = deps.clock.monotonic();
    socket.on("message", (data, isBinary) => this.#onMessage(data, isBinary));
    socket.on("close", () => {
      for (const channel of this.#channels.values()) deps.feed.remove(channel);
      this.#channels.clear();
    });
  }

  /** Returns the time of the last frame, monotonic milliseconds. */
  lastFrameAt(): number {
    return this.#lastFrameAt;
  }

  hasChannels(): boolean {
    return this.#channels.size > 0;
  }

  #onMessage(data: Buffer, isBinary: boolean): void {
    const { clock, log } = this.#deps;
    this.#lastFrameAt = clock.monotonic();
    if (!this.#isWithinRate()) return this.#socket.close(CLOSE.tryAgainLater, "too many messages");
    if (isBinary) return this.#socket.close(CLOSE.unsupportedData, "text only");
    const frame = decodeFrame(data.toString(), this.#wire.version);
    if (frame === null) return this.#socket.close(CLOSE.policyViolation, "not a frame");
    this.#handle(frame).catch((error: unknown) => log.warn({ err: error }, "realtime message failed"));
  }

  #isWithinRate(): boolean {
    const now = Math.floor(this.#lastFrameAt / 1000);
    this.#framesInSecond = now === this.#second ? this.#framesInSecond + 1 : 1;
    this.#second = now;
    return this.#framesInSecond <= MAX_FRAMES_PER_SECOND;
  }

  async #handle(frame: Frame): Promise<void> {
    if (frame.topic === "phoenix") {
      return frame.event === "heartbeat"
        ? this.#reply(frame, "ok", {})
        : this.#refuse(frame, realtimeErrors.channel_message_unknown());
    }
    switch (frame.event) {
      case "phx_join":
        return this.#join({ ...frame, joinRef: frame.joinRef ?? frame.ref });
      case "phx_leave":
        this.#drop(this.#channels.get(frame.topic));
        return this.#reply(frame, "ok", {});
      case "access_token":
        return this.#renew(frame);
      default:
        return this.#refuse(frame, realtimeErrors.channel_takes_no_messages());
    }
  }

  async #join(frame: Frame): Promise<void> {
    const payload = joinPayloadSchema.safeParse(frame.payload);
    if (!payload.success) return this.#refuse(frame, realtimeErrors.channel_join_unreadable());
    this.#drop(this.#channels.get(frame.topic));
    if (this.#channels.size + this.#joining >= MAX_CHANNELS)
      return this.#refuse(frame, realtimeErrors.channels_full({ limit: MAX_CHANNELS }));
    this.#joining += 1;
    try {
      await this.#openChannel(frame, payload.data);
    } catch (error) {
      this.#refuse(frame, this.#joinRefusal(error));
      this.#refusedJoins += 1;
      if (this.#joined || this.#refusedJoins < MAX_REFUSED_JOINS) return;
      this.#deps.turnedAway("bad_joins");
      this.#socket.close(CLOSE.policyViolation, "too many refused joins");
    } finally {
      this.#joining -= 1;
    }
  }

  async #openChannel(frame: Frame, { access_token, config }: z.infer<typeof joinPayloadSchema>): Promise<void> {
    const { topic, joinRef } = frame;
    const { feed, verify, authorise, admit } = this.#deps;
    const claims = verify(access_token ?? "");
    const columns = await this.#deps.columns();
    const requests = config?.postgres_changes ?? [];
    const bindings = readBindings(requests, columns);
    await authorise(claims, new Set(bindings.map(({ table }) => table)));
    await feed.ready();
    const send = (event: string, payload: unknown) => this.#send({ joinRef, ref: null, topic, event, payload });
    const { language } = this.#wire;
    const onEnd = (ended: Channel) => this.#drop(ended);
    const channel = createChannel({ topic, joinRef, claims, bindings, columns, language, send, onEnd });
    // The topic may have been joined again, or the socket closed, meanwhile.
    this.#drop(this.#channels.get(topic));
    if (this.#socket.readyState !== OPEN) return;
    if (!this.#joined && !admit(this.#socket, claims.sub))
      return this.#refuse(frame, realtimeErrors.connections_full());
    this.#joined = true;
    // Replies, then subscribes in the same turn, so that the client misses no change.
    this.#reply(frame, "ok", {
      postgres_changes: requests.map((request, index) => ({ ...request, id: bindings[index]?.id })),
    });
    this.#channels.set(topic, channel);
    feed.add(channel);
    send("system", systemPayload(topic, "ok", "Subscribed to PostgreSQL"));
  }

  #joinRefusal(error: unknown): string | Refusal {
    if (error instanceof PortalError) return error.sentence(this.#wire.language);
    if (error instanceof BindingError) return error.refusal;
    if (isForbidden(error)) return realtimeErrors.channel_table_forbidden();
    this.#deps.log.warn({ err: error }, "a realtime channel could not be joined");
    return realtimeErrors.channel_unavailable();
  }

  #renew(frame: Frame): void {
    const channel = this.#channels.get(frame.topic);
    if (!channel) return;
    try {
      channel.renew(this.#deps.verify(accessTokenPayloadSchema.parse(frame.payload).access_token ?? ""));
    } catch {
      // The person signed out, or the token is another's: the previous token no longer counts.
      channel.end("session");
    }
  }

  #drop(channel: Channel | undefined): void {
    if (channel === undefined) return;
    this.#deps.feed.remove(channel);
    if (this.#channels.get(channel.topic) === channel) this.#channels.delete(channel.topic);
  }

  #refuse(frame: Frame, reason: string | Refusal): void {
    this.#reply(frame, "error", { reason: typeof reason === "string" ? reason : reason[this.#wire.language] });
  }

  #reply({ joinRef, ref, topic }: Frame, status: "ok" | "error", response: unknown): void {
    this.#send({ joinRef, ref, topic, event: "phx_reply", payload: { status, response } });
  }

  #send(frame: Frame): void {
    if (this.#socket.readyState !== OPEN) return;
    if (this.#socket.bufferedAmount > MAX_UNSENT_BYTES) {
      // close() is not used, because its frame would queue behind the unread data.
      this.#socket.terminate();
      return;
    }
    this.#socket.send(encodeFrame(frame, this.#wire.version));
  }
}
