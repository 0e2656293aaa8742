// (f) Measures the time from a code typed at a door to its row on the log page, at unwatched and at watched controllers. The whole server
// runs at default settings: its workers read the logs, and its realtime channel brings the rows to a subscriber.
import { randomInt, randomUUID } from "node:crypto";
import type { Client } from "pg";
import { DOOR_WATCH_SECONDS, DOORS_WATCHED_MAX } from "#contract/door-states.ts";
import { systemClock } from "#drivers/clock.ts";
import { encryptCredentialPin } from "#server/people/encrypt.ts";
import type { SyncWorld } from "#tests/chaos/world/engines.ts";
import { startMeasured } from "../measured-server.ts";
import { openClient } from "../open-client.ts";
import { startChild } from "../scale/child.ts";
import type { Sighting } from "../scale/subscriber.ts";
import { signInForBench } from "../sign-in.ts";
import type { Row } from "../statistics.ts";
import { arrivals, arrivalsRow, keyOf, type Try } from "./arrivals.ts";
import type { SimulatedDevices } from "./simulators.ts";

const PER_SECOND = 5;
const IDLE_GOAL_SECONDS = 12;
const WATCHED_GOAL_SECONDS = 3;
const QUIET_WITHIN_MS = 300_000;
/** Readings of all logs that begin together drift apart. */
const SETTLE_MS = 30_000;
/** Grace period for rows still on their way after the last try: longer than a quiet log waits for its reading. */
const ARRIVE_MS = 20_000;
const DOORS_EACH = 2;

export interface EventsBench {
  world: SyncWorld;
  devices: SimulatedDevices;
  controllerIds: readonly string[];
  first: number;
  latencyMs: number;
  adminUrl: string;
  secret: string;
  dataDir: string;
  tries: number;
}

/** `pin` opens the first of the controller's doors. */
interface Visited {
  controllerId: string;
  device: number;
  pin: string;
}

export async function benchEvents(bench: EventsBench): Promise<Row[]> {
  const { world, controllerIds, latencyMs, adminUrl } = bench;
  const server = await startMeasured("server.ts", {
    BENCH_ADMIN_URL: adminUrl,
    PORTAL_DATA_DIR: bench.dataDir,
    PORTAL_SECRET_KEY: bench.secret,
  });
  const admin = await openClient({ connectionString: adminUrl });
  try {
    const visited = await givePins(bench);
    await world.quiet(QUIET_WITHIN_MS, { wake: true });
    // Full comparisons are spread over their interval, as in a server that has run for a while.
    await admin.query("update controller_sync set verify_at = now() + random() * interval '4 minutes'");
    const { port } = server;
    const { email, token } = await signInForBench({ admin, serverPort: port, organizationId: null });
    const subscriber = await startChild<Sighting[]>("subscriber.ts", [
      `http://127.0.0.1:${port}`,
      email,
      "door_events",
    ]);
    try {
      await systemClock.wait(SETTLE_MS);
      const tryAt = async (places: readonly Visited[]) =>
        arrivals(await tryCodes(bench, places), await rowsOf(admin), new Map(await subscriber.ask()));
      const idle = await tryAt(visited);
      const watched = visited.slice(0, DOORS_WATCHED_MAX);
      const ended = new AbortController();
      const watching = watchDoors({ bench, port, token, watched, signal: ended.signal });
      // Awaited when the tries are over.
      watching.catch(() => undefined);
      const seen = await tryAt(watched).finally(() => ended.abort());
      await watching;
      const quiet = `${controllerIds.length} quiet controllers, ${latencyMs} ms each`;
      return [
        arrivalsRow(`a code tried at a drawn door of ${quiet}`, idle, IDLE_GOAL_SECONDS),
        arrivalsRow(
          `the same at ${watched.length} of them, of each of which a page shows a door`,
          seen,
          WATCHED_GOAL_SECONDS,
        ),
      ];
    } finally {
      await subscriber.stop();
    }
  } finally {
    await admin.end();
    await server.stop();
  }
}

/** One person for each controller, with a PIN at its first door by name. */
async function givePins({ world, controllerIds, first }: EventsBench): Promise<Visited[]> {
  const { admin, keys, organizationId } = world;
  const people = controllerIds.map((controllerId, index) => {
    const [endUserId, credentialId, pin] = [randomUUID(), randomUUID(), String(randomInt(100_000, 1_000_000))];
    return { controllerId, device: first + index, endUserId, credentialId, pin };
  });
  const credentialIds = people.map(({ credentialId }) => credentialId);
  await admin.query(
    "insert into end_users (id, organization_id, first_name, last_name) select unnest($2::uuid[]), $1, 'Prövad', 'Person'",
    [organizationId, people.map(({ endUserId }) => endUserId)],
  );
  await admin.query(
    `insert into credentials (id, organization_id, end_user_id, credential_type, credential_value, valid_from, valid_to)
     select t.id, $1, t.person, 'pin', t.pin, now() - interval '1 day', now() + interval '30 days'
     from unnest($2::uuid[], $3::uuid[], $4::text[]) as t (id, person, pin)`,
    [
      organizationId,
      credentialIds,
      people.map(({ endUserId }) => endUserId),
      people.map(({ credentialId, pin }) => encryptCredentialPin(keys, credentialId, pin)),
    ],
  );
  await admin.query(
    `insert into controller_assignments (organization_id, credential_id, controller_id, access_point_id)
     select $1, t.credential, t.controller, (select a.id from access_points a where a.controller_id = t.controller order by a.name limit 1)
     from unnest($2::uuid[], $3::uuid[]) as t (credential, controller)`,
    [organizationId, credentialIds, controllerIds],
  );
  return people;
}

/** At drawn moments, places and doors, and then waits for the last rows. Half the doors refuse. */
async function tryCodes({ devices, tries }: EventsBench, places: readonly Visited[]): Promise<Try[]> {
  const made: Try[] = [];
  const began = performance.now();
  let due = began;
  for (let n = 0; n < tries; n++) {
    due += randomInt(2_000 / PER_SECOND);
    await systemClock.wait(Math.max(due - performance.now(), 0));
    const place = places[randomInt(places.length)];
    if (!place) throw new Error("there is no controller to try a code at");
    const { controllerId, device, pin } = place;
    made.push({ controllerId, ...(await devices.ask("tryCode", { device, pin, door: randomInt(DOORS_EACH) })) });
  }
  await systemClock.wait(ARRIVE_MS);
  return made;
}

/** Ids of what somebody tried, by controller and moment. */
async function rowsOf(admin: Client): Promise<Map<string, string>> {
  const { rows } = await admin.query<{ id: string; controller_id: string; device_time: Date }>(
    "select id, controller_id, device_time from door_events where kind = 'access'",
  );
  return new Map(rows.map(({ id, controller_id, device_time }) => [keyOf(controller_id, device_time.getTime()), id]));
}

/** Watches doors as the page does, until `signal`. Throws when the server refuses. */
async function watchDoors(options: {
  bench: EventsBench;
  port: number;
  token: string;
  watched: readonly Visited[];
  signal: AbortSignal;
}): Promise<void> {
  const { bench, port, token, watched, signal } = options;
  const { rows } = await bench.world.admin.query<{ id: string }>(
    `select distinct on (controller_id) id from access_points where controller_id = any ($1::uuid[]) order by controller_id, name`,
    [watched.map(({ controllerId }) => controllerId)],
  );
  const body = JSON.stringify({ action: "STATE", access_point_ids: rows.map(({ id }) => id) });
  while (!signal.aborted) {
    const answer = await fetch(`http://127.0.0.1:${port}/functions/v1/door-control`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body,
    });
    if (!answer.ok) throw new Error(`the doors' page was answered with ${answer.status}: ${await answer.text()}`);
    await systemClock.wait((DOOR_WATCH_SECONDS / 2) * 1000, signal).catch(() => {});
  }
}
