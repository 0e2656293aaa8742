// Opens doors from the portal while devices fail: no press opens twice or late, and each has its row and a true outcome.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { DOOR_OPEN_LATEST_MS, type DoorOutcome } from "#contract/door-states.ts";
import { doorControl } from "#contract/functions/door-control.ts";
import { type Random, seededRandom } from "#scripts/seed/random.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import type { NetworkFault } from "#simulators/network/faults.ts";
import { createAccount, startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { paced } from "#tests/support/pace.ts";

export interface OpeningCampaignOptions {
  seed: number;
  presses: number;
  controllers: number;
  progress?: (pressed: number) => void;
}

export interface OpeningCampaignResult {
  pressed: number;
  requests: number;
  outcomes: Record<DoorOutcome, number>;
  /** Faults given to devices, presses at locked-down doors, and presses at controllers that were away. */
  faults: number;
  /** Presses that opened more than once. */
  doubled: string[];
  /** Openings that reached the device after the time. */
  late: string[];
  /** Outcomes that differ from what the door did. */
  untrue: string[];
  /** Presses without a row, with another outcome in it, or without an event of the door. */
  unrecorded: string[];
}

const FAULTS: readonly NetworkFault[] = [
  { kind: "reset-before" },
  { kind: "reset-after" },
  { kind: "hang" },
  { kind: "hang-after" },
  { kind: "status", status: 500 },
  { kind: "status", status: 503 },
  { kind: "html", status: 200 },
  { kind: "garbage" },
  { kind: "truncated" },
  { kind: "latency", ms: 900 },
];
const OPERATIONS = ["tdc:AccessDoor", "tdc:AccessDoor", "tdc:GetDoorState"] as const;

const row = z.object({ request_id: z.string(), outcome: z.boolean().nullable(), events: z.number() });
const OUTCOME = new Map<boolean | null, DoorOutcome>([
  [true, "executed"],
  [false, "refused"],
  [null, "unknown"],
]);

interface Presser {
  admin: SupabaseClient;
  door: string;
  random: Random;
}

export async function runOpeningCampaign(options: OpeningCampaignOptions): Promise<OpeningCampaignResult> {
  const portal = await startTestPortal();
  const devices: AxisSimulator[] = [];
  try {
    for (let index = 0; index < options.controllers; index++)
      devices.push(await startAxisSimulator({ doors: 1, https: index % 2 === 0, faultSeed: options.seed + index }));
    return await pressAll(portal, devices, options);
  } finally {
    await portal.close();
    await Promise.all(devices.map((device) => device.close()));
  }
}

async function pressAll(
  portal: TestPortal,
  devices: readonly AxisSimulator[],
  { seed, presses, progress }: OpeningCampaignOptions,
): Promise<OpeningCampaignResult> {
  const system = await signedInClient(portal.url, portal.accounts.system);
  const doors = await Promise.all(
    devices.map(async (device, index) => {
      const { body } = await callFunction(system, "controller-manager", {
        action: "CREATE",
        payload: {
          name: `Port ${index}`,
          device_type: "axis",
          device_ip: device.url,
          device_port: device.port,
          username: "portal",
          password: "S3cret-pass",
        },
      });
      const { id } = z.object({ id: z.string() }).parse(body["controller"]);
      await callFunction(system, "axis-proxy", { action: "SYNC_ACCESS_POINTS", controller_id: id });
      const found = await portal.admin.query<{ id: string }>("select id from access_points where controller_id = $1", [
        id,
      ]);
      return found.rows[0]?.id ?? "";
    }),
  );
  const result: OpeningCampaignResult = {
    pressed: 0,
    requests: 0,
    outcomes: { executed: 0, refused: 0, unknown: 0 },
    faults: 0,
    doubled: [],
    late: [],
    untrue: [],
    unrecorded: [],
  };
  const said = new Map<string, DoorOutcome>();

  async function press(device: AxisSimulator, { admin, door, random }: Presser): Promise<void> {
    const [token = ""] = device.doorTokens;
    const state = () => device.state.doorState(token);
    const requestId = randomUUID();
    device.faults.clear();
    if (random.next() < 0.6) {
      device.faults.once(random.pick(FAULTS), random.pick(OPERATIONS));
      result.faults++;
    }
    const isAway = random.next() < 0.03;
    if (isAway) await device.faults.offline();
    await portal.admin.query("delete from auth.rate_limits where key like 'door-open:%'");
    const before = state().openings;
    const pressedAt = Date.now();
    const body = { action: "OPEN", access_point_id: door, reason: "leverans: kampanj", request_id: requestId };
    const times = 1 + random.below(3);
    const replies = await Promise.all(Array.from({ length: times }, () => callFunction(admin, "door-control", body)));
    if (isAway) await device.faults.online();
    const name = `${requestId} (press ${result.pressed})`;
    const outcomes = new Set(replies.map(outcomeOf));
    const [outcome = "unknown"] = outcomes;
    const opened = state().openings - before;
    const arrived = device.requests
      .recent()
      .filter(({ operation, at }) => operation === "tdc:AccessDoor" && at >= pressedAt);
    result.pressed++;
    result.requests += times;
    result.outcomes[outcome]++;
    if (opened > 1) result.doubled.push(name);
    if (arrived.some(({ at }) => at - pressedAt > DOOR_OPEN_LATEST_MS + LOGGED_WITHIN_MS)) result.late.push(name);
    const isTrue = outcome === "unknown" || (outcome === "executed") === (opened === 1);
    if (!isTrue || outcomes.size > 1) result.untrue.push(`${name}: ${[...outcomes].join()}, opened ${opened}`);
    said.set(requestId, outcome);
    progress?.(result.pressed);
  }

  await Promise.all(
    devices.map(async (device, index) => {
      const random = seededRandom(seed * 101 + index);
      // An account's audited events per minute are limited.
      const admin = await signedInClient(portal.url, await createAccount(portal.server, `presser${index}`, null));
      const door = doors[index] ?? "";
      const share = Math.ceil((presses - index) / devices.length);
      for (let n = 0; n < share; n++) await press(device, { admin, door, random });
    }),
  );
  const { rows } = await portal.admin.query(
    `select c.request_id, c.outcome, (select count(*)::int from door_events e where e.command_id = c.id and e.granted is not distinct from c.outcome) as events
     from door_commands c`,
  );
  const kept = new Map(
    z
      .array(row)
      .parse(rows)
      .map((one) => [one.request_id, one]),
  );
  for (const [requestId, outcome] of said) {
    const found = kept.get(requestId);
    if (!found || OUTCOME.get(found.outcome) !== outcome || found.events !== 1) result.unrecorded.push(requestId);
  }
  if (kept.size !== said.size) result.unrecorded.push(`${kept.size} rows of ${said.size} presses`);
  return result;
}

function outcomeOf({ status, body }: { status: number; body: unknown }): DoorOutcome {
  const reply = doorControl.OPEN.reply.safeParse(body);
  if (!reply.success) throw new Error(`a press was answered ${status}: ${JSON.stringify(body)}`);
  return reply.data.outcome;
}

/** The simulator logs a call when it answers it, up to a second late by the campaign's own latency. */
const LOGGED_WITHIN_MS = paced(1_500);
