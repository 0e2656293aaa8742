import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { axxonWebhookReply } from "#contract/functions/axxon-webhook.ts";
import { GATE_LATEST_MS, GATE_REPEAT_SECONDS } from "#contract/limits.ts";
import { paced } from "#tests/support/pace.ts";
import type { Happened } from "../oracle/callers.ts";
import type { Installation } from "../world/furnish.ts";
import type { World } from "../world/world.ts";
import { addPerson, all, type Context, first, half, type Operation, report } from "./context.ts";

/** Allowance for a macro call beyond the five seconds of the decision. */
const LATEST_ON_WIRE_MS = paced(500);
/** Time within which a gate may open after its read. */
export const OPENS_WITHIN_MS = GATE_LATEST_MS + LATEST_ON_WIRE_MS;
/** Allowance for two clocks and a commit between two openings of one plate. */
const REPEAT_SLACK_MS = 200;

export interface Read {
  plate: string;
  at: number;
  answered: boolean;
}

/** Waits for openings in flight, which would count for the next trial: a gate that answered 503 is asked again after a second. */
async function noneUnderWay(world: World): Promise<void> {
  const since = () =>
    first(
      world,
      "select 1000 * extract(epoch from clock_timestamp() - max(detected_at))::float as ms from access_logs where opened and macro_executed is null",
      [],
    );
  for (;;) {
    const { ms } = await since();
    if (ms === null || Number(ms) > OPENS_WITHIN_MS) return;
    await wait(50);
  }
}

/** Reads a car three times; the gate opens once within five seconds, or not at all. */
export async function driveThrough(context: Context): Promise<Operation> {
  const { world } = context;
  const { device } = world.gate;
  const { plate } = await addPerson(context);
  await noneUnderWay(world);
  const [openings, queries] = [device.openings.length, device.log.length];
  return {
    name: "passage",
    subject: null,
    send: async () => {
      await device.drive(plate, { repeats: 2, repeatAfterMs: 100 });
      return device.log.slice(queries).some(({ plate: read, status }) => read === plate && status === 200)
        ? "done"
        : "unknown";
    },
    happened: () => {
      const reads = device.log.slice(queries).filter((query) => query.plate === plate);
      return judge(
        world,
        reads.map(({ at, status }) => ({ plate, at, answered: status === 200 })),
        device.openings.slice(openings),
      );
    },
  };
}

/** Reads three cars up to five times each, with separate delays, by any server. */
export async function traffic(context: Context): Promise<Operation> {
  const { world, random } = context;
  const people = [await addPerson(context), await addPerson(context), await addPerson(context)];
  const planned = people.flatMap(({ plate }) =>
    Array.from({ length: 1 + random.below(5) }, () => ({ plate, delay: random.below(800), turn: random.below(2) })),
  );
  await noneUnderWay(world);
  const openings = world.gate.device.openings.length;
  const reads: Read[] = [];
  return {
    name: "traffic",
    subject: null,
    send: async () => {
      await Promise.all(
        planned.map(async ({ plate, delay, turn }) => {
          await wait(delay);
          const { url } = turn === 1 && world.second.running ? world.second : world.server;
          const read = { plate, at: Date.now(), answered: false };
          reads.push(read);
          read.answered = (await sendRead(world, url, plate)) !== null;
        }),
      );
      return reads.every(({ answered }) => answered) ? "done" : "unknown";
    },
    happened: () => judge(world, reads, world.gate.device.openings.slice(openings)),
  };
}

/** Reads a car while its owner is deleted; no read is granted after the acknowledgement. */
export async function revokeWhileDriving(context: Context): Promise<Operation> {
  const { world, system } = context;
  const { id, plate } = await addPerson(context);
  let late = 0;
  const readUntil = async (over: () => boolean, acknowledged: () => boolean) => {
    for (let turn = 0; !over(); turn++) {
      const after = acknowledged();
      const { url } = turn % 2 === 1 && world.second.running ? world.second : world.server;
      const answer = await sendRead(world, url, plate);
      if (after && answer?.granted) late += 1;
      await wait(10);
    }
  };
  return {
    name: "revoke",
    subject: id,
    send: async () => {
      let reported = false;
      let acknowledged = false;
      let left = 5;
      const reading = readUntil(
        () => reported && (left -= 1) < 0,
        () => acknowledged,
      );
      const answer = await report(system, "end-user-manager", { action: "DELETE", id });
      acknowledged = answer === "done";
      reported = true;
      await reading;
      return answer;
    },
    happened: async () => {
      const { people } = await first(world, "select count(*)::int as people from end_users where id = $1", [id]);
      const answer = await sendRead(world, world.server.url, plate);
      if (late > 0 || (answer !== null && answer.granted !== (people === 1)))
        return half({ granted_after_acknowledged: late, people, granted: answer?.granted });
      return people === 0 ? "all" : "none";
    },
  };
}

/** Sends a read and returns the portal's answer; null means nothing or unknown. */
export async function sendRead({ gate }: Installation, url: string, plate: string) {
  const { username, password } = gate.account;
  try {
    const response = await fetch(`${url}/functions/v1/axxon-webhook?regnr=${plate}&gateid=${gate.id}`, {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` },
    });
    const body: unknown = await response.json();
    return response.status === 200 ? axxonWebhookReply.parse(body) : null;
  } catch (error) {
    if (error instanceof z.ZodError) throw error;
    return null; // No server answered, or the answer was cut off.
  }
}

/** Judges reads: each answered read has one row, a plate opens once in ten seconds, and the gate opens once per granted read, never late. */
export async function judge(
  world: Pick<World, "admin">,
  reads: readonly Read[],
  opens: readonly { at: number }[],
): Promise<Happened> {
  const found = { rows: 0, opened: 0, executed: 0 };
  const wrong: string[] = [];
  for (const plate of new Set(reads.map((read) => read.plate))) {
    const rows = await all(
      world,
      "select opened, macro_executed, extract(epoch from detected_at)::float * 1000 as at from access_logs where plate_number = $1 order by detected_at",
      [plate],
    );
    const own = reads.filter((read) => read.plate === plate);
    const answered = own.filter((read) => read.answered).length;
    if (rows.length < answered || rows.length > own.length)
      wrong.push(`${rows.length} rows of ${own.length} reads, ${answered} of them answered`);
    const opened = rows.filter((row) => row["opened"] === true).map((row) => Number(row["at"]));
    const twice = opened.some(
      (at, i) => i > 0 && at - (opened[i - 1] ?? 0) < GATE_REPEAT_SECONDS * 1000 - REPEAT_SLACK_MS,
    );
    if (twice) wrong.push(`${plate} opened twice within ${GATE_REPEAT_SECONDS} seconds`);
    found.rows += rows.length;
    found.opened += opened.length;
    found.executed += rows.filter((row) => row["macro_executed"] === true).length;
  }
  if (opens.length > found.opened) wrong.push(`${opens.length} openings of ${found.opened} granted`);
  if (found.executed > opens.length) wrong.push(`${found.executed} openings confirmed, ${opens.length} happened`);
  const late = (at: number) => !reads.some((read) => at >= read.at && at - read.at <= OPENS_WITHIN_MS);
  if (opens.some(({ at }) => late(at))) wrong.push("opened later than five seconds");
  if (wrong.length > 0) return half(wrong);
  return found.rows === 0 ? "none" : "all";
}
