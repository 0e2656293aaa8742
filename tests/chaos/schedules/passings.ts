// Asks the portal who gets in at every door at given instants, and each unit, with its clock set, whether it opens for these PINs.
import type { Pool, PoolClient } from "pg";
import { type PassingRow, whoMayPass } from "#contract/tables/who-may-pass.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import type { Town, TownDoor } from "./town.ts";

export interface PassingsResult {
  /** Pairs of a PIN and a door at an instant. */
  asked: number;
  /** Number of answers that were open on both sides. */
  open: number;
  /** Rows that the portal itself calls unknown. */
  unknown: number;
  exits: number;
  exitsRefused: number;
  differences: number;
  first: string[];
}

const SHOWN = 10;
/** Number of connections on which the portal is asked at once. */
const CONNECTIONS = 6;
const MOST_ROWS = 1_000;
/** Reasons that hold on the way in alone. */
const BY_HOURS = new Set<PassingRow["reason"]>([
  null,
  "outside_hours",
  "outside_door_hours",
  "hours_not_kept",
  "hours_withheld",
]);

export async function comparePassings(
  { world }: Pick<Town, "world">,
  doors: readonly TownDoor[],
  instants: readonly Date[],
): Promise<PassingsResult> {
  const result: PassingsResult = {
    asked: 0,
    open: 0,
    unknown: 0,
    exits: 0,
    exitsRefused: 0,
    differences: 0,
    first: [],
  };
  const pins = await pinsOf(world.admin, world.keys);
  const waiting = [...doors];
  const askAll = async () => {
    const client = await world.admin.connect();
    try {
      await client.query("begin; set local role system_admin");
      for (let door = waiting.shift(); door; door = waiting.shift())
        for (const at of instants) judge(result, { door, at, pins, ...(await whoMay(client, door.id, at)) });
    } finally {
      await client.query("rollback");
      client.release();
    }
  };
  await world.admin.query("analyze");
  await Promise.all(Array.from({ length: Math.min(CONNECTIONS, doors.length) }, askAll));
  return result;
}

interface Asked {
  door: TownDoor;
  at: Date;
  pins: ReadonlyMap<string, string>;
  rows: readonly PassingRow[];
  /** The portal gives nobody a disabled door, so there it does not decide about the way out either. */
  isOff: boolean;
}

function judge(result: PassingsResult, { door, at, pins, rows, isOff }: Asked): void {
  const { device, token } = door;
  const expected = new Map<string, PassingRow>();
  for (const row of rows) {
    const pin = pins.get(row.source_id);
    // Two sources may share a PIN; one of them is never valid.
    if (pin !== undefined && expected.get(pin)?.verdict !== "in") expected.set(pin, row);
  }
  const carried = device.credentials().flatMap(({ IdData }) => IdData.find(({ Name }) => Name === "PIN")?.Value ?? []);
  for (const pin of new Set([...expected.keys(), ...carried])) {
    const row = expected.get(pin);
    const opens = device.wouldOpen(pin, token, at);
    const isIn = row?.verdict === "in";
    result.asked += 1;
    if (row?.verdict === "unknown") {
      result.unknown += 1;
      note(result, `${pin} at ${token}, ${at.toISOString()} is unknown: ${row.reason} ${row.device} ${row.last_error}`);
      continue;
    }
    result.open += Number(opens && isIn);
    if (opens !== isIn) differ(result, `${pin} at ${token}, ${at.toISOString()}: ${row?.verdict} ${row?.reason}`);
    if (!door.hasExitReader || isOff || !row || !BY_HOURS.has(row.reason)) continue;
    result.exits += 1;
    if (device.wouldLetOut(pin, token, at)) continue;
    result.exitsRefused += 1;
    differ(result, `${pin} is not let out at ${token}, ${at.toISOString()}: ${row.reason}`);
  }
}

function differ(result: PassingsResult, what: string): void {
  result.differences += 1;
  note(result, what);
}

function note(result: PassingsResult, what: string): void {
  if (result.first.length < SHOWN) result.first.push(what);
}

async function whoMay(client: PoolClient, door: string, at: Date): Promise<Pick<Asked, "rows" | "isOff">> {
  const { rows } = await client.query<{ answer: unknown }>(
    `select who_may_pass(access_point_id => $1, at => $2, "limit" => ${MOST_ROWS}) as answer`,
    [door, at],
  );
  const answer = whoMayPass.reply.parse(rows[0]?.answer);
  if (answer.more) throw new RangeError("more people at one door than one page holds");
  return { rows: answer.rows, isOff: answer.place?.closed === "door_off" };
}

async function pinsOf(client: Pool, keys: KeyRing): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; aad: string; encrypted: string }>(
    `select id, 'credentials.credential_value.' || id as aad, credential_value as encrypted from credentials where credential_type = 'pin'
     union all select id, 'weekly_codes.code.' || id, code from weekly_codes`,
  );
  return new Map(rows.map(({ id, aad, encrypted }) => [id, keys.openPin(encrypted, aad)]));
}
