// (c) The full comparison of one large controller: duration, memory, and whether it finds the spoiled entries.
import { randomUUID } from "node:crypto";
import { encryptCredentialPin } from "#server/people/encrypt.ts";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import type { SyncWorld } from "#tests/chaos/world/engines.ts";
import type { Row } from "../statistics.ts";
import type { SeededReplica } from "./simulator-process.ts";
import type { SimulatedDevices } from "./simulators.ts";

const GOAL_MS = 60_000;
const GOAL_MB = 150;
const SPOILED = 20;
const SAMPLE_MS = 10;
const QUIET_WITHIN_MS = 600_000;

export interface CompareBench {
  world: SyncWorld;
  engine: SyncEngine;
  devices: SimulatedDevices;
  device: number;
  controllerId: string;
  people: number;
  latencyMs: number;
}

export async function benchCompare(bench: CompareBench): Promise<Row[]> {
  const { world, engine, devices, device, controllerId, people, latencyMs } = bench;
  await fill(bench);
  await world.quiet(QUIET_WITHIN_MS);
  await devices.ask("spoil", { device, count: SPOILED });
  await devices.ask("latency", { ms: latencyMs });
  await devices.ask("clearCalls", {});
  const before = megabytes();
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, megabytes());
  }, SAMPLE_MS);
  const began = performance.now();
  const report = await engine.compareNow(controllerId);
  const ms = performance.now() - began;
  clearInterval(sampling);
  const found = report.items.filter((item) => item.kind === "replica_differs").length;
  if (report.users !== people || found !== SPOILED || report.items.length !== SPOILED)
    throw new Error(`the comparison saw ${report.users} people and found ${found} of ${SPOILED} spoiled replicas`);
  const calls = Object.values(await devices.ask("calls", {})).reduce((sum, one) => sum + one, 0);
  await devices.ask("latency", { ms: 0 });
  await world.quiet(QUIET_WITHIN_MS);
  return [
    {
      work: `full comparison of a controller with ${people.toLocaleString("en")} people, ${SPOILED} spoiled by hand and all found (${calls} calls sent, ${latencyMs} ms each)`,
      measured: `${(ms / 1000).toFixed(1)} s; memory ${before.toFixed(0)} → ${peak.toFixed(0)} MB (+${(peak - before).toFixed(0)})`,
      goal: `≤ ${GOAL_MS / 1000} s; +${GOAL_MB} MB`,
      met: ms <= GOAL_MS && peak - before <= GOAL_MB,
    },
  ];
}

/** Writes the people to the database and the device directly; controller workers would take an hour. */
async function fill({ world, devices, device, controllerId, people }: CompareBench): Promise<void> {
  const { admin, keys, organizationId } = world;
  const { rows } = await admin.query<{ id: string; token: string }>(
    "select id, access_profile_token as token from access_points where controller_id = $1 order by name limit 1",
    [controllerId],
  );
  const [door] = rows;
  if (!door) throw new Error("the large controller has no door");
  const [validFrom, validTo] = ["2026-01-01T00:00:00Z", "2036-01-01T00:00:00Z"];
  const replicas = Array.from(
    { length: people },
    (_, index): SeededReplica => ({
      sourceId: randomUUID(),
      firstName: `Person ${index}`,
      lastName: "Mätt",
      pin: String(100_000 + index),
      validFrom,
      validTo,
      profileTokens: [door.token],
    }),
  );
  await devices.ask("seed", { device, people: replicas });
  const ids = replicas.map(() => randomUUID());
  const sources = replicas.map(({ sourceId }) => sourceId);
  await admin.query(
    `insert into end_users (id, organization_id, first_name, last_name)
     select t.id, $1, t.first_name, 'Mätt' from unnest($2::uuid[], $3::text[]) as t (id, first_name)`,
    [organizationId, ids, replicas.map(({ firstName }) => firstName)],
  );
  await admin.query(
    `insert into credentials (id, organization_id, end_user_id, credential_type, credential_value, valid_from, valid_to)
     select t.id, $1, t.person, 'pin', t.pin, $5, $6 from unnest($2::uuid[], $3::uuid[], $4::text[]) as t (id, person, pin)`,
    [
      organizationId,
      sources,
      ids,
      replicas.map(({ sourceId, pin }) => encryptCredentialPin(keys, sourceId, pin)),
      validFrom,
      validTo,
    ],
  );
  await admin.query(
    `insert into controller_assignments (organization_id, credential_id, controller_id, access_point_id)
     select $1, unnest($2::uuid[]), $3, $4`,
    [organizationId, sources, controllerId, door.id],
  );
}

function megabytes(): number {
  return process.memoryUsage.rss() / 1024 / 1024;
}
