// /realtime/v1/websocket, in supabase-js's protocol. The channel promises freshness; the list behind it, completeness.

import websocket from "@fastify/websocket";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Tokens } from "#server/auth/sessions/tokens.ts";
import { asReader } from "#server/platform/database/as-user.ts";
import type { Deps } from "#server/platform/deps.ts";
import { languageOf } from "#server/platform/http/accept-language.ts";
import { repeat } from "#server/platform/jobs/run-jobs.ts";
import type { TableColumns } from "./bindings.ts";
import { ChangeFeed } from "./change-feed.ts";
import { probeTable, readColumns } from "./changes.store.ts";
import { Connection, type ConnectionDeps, type Socket } from "./connection.ts";
import { VERSIONS } from "./frames.ts";
import { createAnnouncer, listenForWord } from "./listen.ts";
import { OFFERED_TABLES } from "./offered-tables.store.ts";
import { createSockets, type Sockets } from "./sockets.ts";

/** The portal's frames have a few hundred bytes; a join carries a token and filters. */
const MAX_FRAME_BYTES = 32 * 1024;
const SWEEP_MS = 1_000;
/** Time for a client's close frame when the server stops. */
const GOODBYE_MS = 300;
const CLOSE_GOING_AWAY = 1001;

export interface Realtime {
  /** Wakes this and the other servers after a log row's commit, at no cost to the caller. */
  wake: () => void;
  plugin: FastifyPluginAsync;
}

export interface RealtimeOptions {
  deps: Pick<Deps, "pools" | "clock" | "log" | "metrics">;
  tokens: Pick<Tokens, "verify">;
  /** Connections of the whole server; live ones get a share. */
  maxConnections: number;
}

const query = z.object({ vsn: z.enum(VERSIONS).default("1.0.0") });

/** Creates the plugin. `wake` has the next look for changes come at once. */
export function createRealtime({ deps, tokens, maxConnections }: RealtimeOptions): Realtime {
  const { pools, clock, log, metrics } = deps;
  const serverId = crypto.randomUUID();
  const feed = new ChangeFeed(deps);
  const announce = createAnnouncer(pools.engine, { clock, log, serverId });
  const stop = new AbortController();
  const sockets = createSockets({ clock, metrics, maxConnections });
  const connectionDeps = connectionDepsOf({ deps, tokens, feed, sockets });

  const accept = (socket: Socket, request: FastifyRequest) => {
    const { vsn } = query.parse(request.query);
    const wire = { version: vsn, language: languageOf(request) };
    sockets.open(socket, request.ip, () => new Connection(socket, wire, connectionDeps));
  };
  const rounds = { clock, log, everyMs: SWEEP_MS, failed: "sockets were not looked through" };
  const sayGoodbye = async () => {
    stop.abort();
    for (const socket of sockets.all()) socket.close(CLOSE_GOING_AWAY, "server stops");
    if (sockets.size > 0) await clock.wait(GOODBYE_MS);
    for (const socket of sockets.all()) socket.terminate();
    await feed.stop();
  };

  return {
    wake: () => {
      feed.wake();
      announce();
    },
    plugin: async (app) => {
      await app.register(websocket, {
        options: { maxPayload: MAX_FRAME_BYTES },
        // Counted, not logged, because anybody can cause a million.
        errorHandler: (_error, socket: Socket) => {
          metrics.broken("socket_error", "realtime");
          socket.terminate();
        },
        preClose: async () => {
          // Removed first: an upgrade refused during close leaves its socket open, and close() waits for it.
          app.server.removeAllListeners("upgrade");
          await sayGoodbye();
        },
      });
      app.addHook("onReady", async () => {
        void listenForWord(pools.listenConfig, {
          clock,
          log,
          serverId,
          onWord: () => feed.wake(),
          signal: stop.signal,
        });
        void repeat(rounds, stop.signal, async () => sockets.sweep());
      });
      app.get(
        "/realtime/v1/websocket",
        { websocket: true, preValidation: async (request) => void query.parse(request.query) },
        (socket: Socket, request) => accept(socket, request),
      );
    },
  };
}

interface Parts extends Pick<RealtimeOptions, "deps" | "tokens"> {
  feed: ChangeFeed;
  sockets: Sockets;
}

function connectionDepsOf({ deps, tokens, feed, sockets }: Parts): ConnectionDeps {
  const { pools, clock, log, metrics } = deps;
  let columns: TableColumns | null = null;
  return {
    clock,
    log,
    feed,
    verify: tokens.verify,
    authorise: (claims, tables) =>
      asReader(pools.user, claims, async (client) => {
        for (const table of tables) await probeTable(client, OFFERED_TABLES[table]);
      }),
    columns: async () =>
      (columns ??= {
        access_logs: await readColumns(pools.engine, OFFERED_TABLES.access_logs),
        door_events: await readColumns(pools.engine, OFFERED_TABLES.door_events),
        shared_door_events: await readColumns(pools.engine, OFFERED_TABLES.shared_door_events),
        door_states: await readColumns(pools.engine, OFFERED_TABLES.door_states),
      }),
    admit: (socket, userId) => sockets.admit(socket, userId),
    turnedAway: (why) => metrics.turnedAway(why),
  };
}
