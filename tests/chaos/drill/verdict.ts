// Compares what callers were answered in a round with the database, the devices, the log and the listeners.
import type { Pool } from "pg";
import { paced } from "#tests/support/pace.ts";
import { all } from "../operations/context.ts";
import { judge, OPENS_WITHIN_MS } from "../operations/gate.ts";
import { answersAgainstDatabase, type Happened, type Notified } from "../oracle/callers.ts";
import { brokenIn, examine } from "../oracle/examine.ts";
import { until, untilQuiet } from "../world/quiet.ts";
import type { Listener } from "./listener.ts";
import { openingsWithoutRead } from "./own-reads.ts";
import type { Served, Traffic } from "./traffic.ts";

const HEARD_WITHIN_MS = paced(15_000);

export interface Verdict {
  /** Acknowledged changes that the database does not have. */
  lost: string[];
  /** Openings of doors and of the gate that were double, late or untrue. */
  openings: string[];
  /** Log rows that a listener did not get. */
  missed: string[];
  /** Every other broken promise. */
  other: string[];
  uncertain: number;
  acknowledged: number;
}

export async function judgeRound(
  stage: Served,
  { traffic, listeners, since }: { traffic: Traffic; listeners: readonly Listener[]; since: Date },
): Promise<Verdict> {
  const { open } = await untilQuiet(stage.admin, { wake: true });
  const verdict: Verdict = {
    lost: [],
    openings: [],
    missed: [],
    other: [...traffic.wrong],
    uncertain: 0,
    acknowledged: 0,
  };
  verdict.other.push(...open.map((one) => `not quiet after a minute: ${one}`));
  await judgeSaves(stage.admin, traffic, verdict);
  await judgeEdits(stage.admin, traffic, verdict);
  const { rows } = await stage.admin.query<{ id: string; opened: boolean; at: number }>(
    "select id, opened, extract(epoch from detected_at)::float * 1000 as at from access_logs where detected_at >= $1",
    [since],
  );
  const opens = stage.gate.device.openings.filter(({ at }) => at >= since.getTime());
  const cars = await judge(stage, traffic.reads, opens);
  if (typeof cars === "object") verdict.openings.push(`gate: ${cars.half}`);
  const late = openingsWithoutRead(
    opens.map(({ at }) => at),
    rows.flatMap(({ opened, at }) => (opened ? [at] : [])),
    OPENS_WITHIN_MS,
  );
  verdict.openings.push(...late.map((at) => `the gate opened at ${new Date(at).toISOString()} for no read of its own`));
  for (const [n, { heard }] of listeners.entries()) {
    await until(async () => rows.every(({ id }) => heard.has(id)), HEARD_WITHIN_MS);
    verdict.missed.push(...rows.filter(({ id }) => !heard.has(id)).map(({ id }) => `row ${id} at portal ${n}`));
  }
  verdict.other.push(...brokenIn(await examine(stage.admin, stage.keys, stage.fixtures)));
  // Last, because a double opening may come after the first was counted.
  traffic.recount();
  await judgePresses(stage.admin, traffic, verdict);
  verdict.acknowledged = traffic.attempts.filter(({ reported }) => reported === "done").length;
  verdict.uncertain = traffic.attempts.filter(
    ({ kind, reported }) => kind !== "sign_in" && reported === "unknown",
  ).length;
  return verdict;
}

async function judgeSaves(admin: Pool, { saves }: Traffic, verdict: Verdict): Promise<void> {
  const rows = await all(
    { admin },
    `select u.last_name, count(c.id)::int as credentials from end_users u left join credentials c on c.end_user_id = u.id
     where u.last_name = any ($1::text[]) group by u.id`,
    [[...saves.keys()]],
  );
  const stored = Map.groupBy(rows, (row) => String(row["last_name"]));
  for (const [name, { reported, credentials }] of saves) {
    const found = stored.get(name) ?? [];
    const whole = found.length === 1 && Number(found[0]?.["credentials"]) === credentials;
    compare(verdict, {
      what: `person ${name}`,
      reported,
      happened: whole ? "all" : found.length === 0 ? "none" : { half: JSON.stringify(found) },
    });
  }
}

/** The stored edit is the last acknowledged one, or a later one with an unknown outcome. The audit has every acknowledged edit. */
async function judgeEdits(admin: Pool, { edited, edits }: Traffic, verdict: Verdict): Promise<void> {
  const [row] = await all({ admin }, "select last_name from end_users where id = $1", [edited.id]);
  const stored = Number(/^Ändrad-(\d+)$/.exec(String(row?.["last_name"]))?.[1] ?? -1);
  const acknowledged = edits.lastIndexOf("done");
  if (stored < acknowledged) verdict.lost.push(`edit ${acknowledged} was acknowledged, ${stored} is stored`);
  if (edits[stored] === "refused") verdict.other.push(`edit ${stored} was refused, and yet is in the database`);
  const audited = await all({ admin }, "select after::text as after from audit where subject_id = $1", [edited.id]);
  const isAudited = (n: number) => audited.some(({ after }) => String(after).includes(`"Ändrad-${n}"`));
  const done = edits.flatMap((reported, n) => (reported === "done" ? [n] : []));
  verdict.lost.push(
    ...done.filter((n) => !isAudited(n)).map((n) => `edit ${n} was acknowledged, and is not in the audit`),
  );
}

async function judgePresses(admin: Pool, { presses }: Traffic, verdict: Verdict): Promise<void> {
  const rows = await all(
    { admin },
    "select request_id, outcome from door_commands where request_id = any ($1::uuid[])",
    [presses.map(({ requestId }) => requestId)],
  );
  const outcomes = new Map(rows.map((row) => [row["request_id"], row["outcome"]]));
  for (const { requestId, reported, opened, late } of presses) {
    const outcome = outcomes.get(requestId);
    if (opened > 1) verdict.openings.push(`press ${requestId} opened ${opened} times`);
    if (late > 0) verdict.openings.push(`press ${requestId} opened ${late} times late`);
    if (reported === "done" && opened !== 1) verdict.openings.push(`press ${requestId} was said to open, and did not`);
    if (reported === "refused" && opened !== 0) verdict.openings.push(`press ${requestId} was refused, and opened`);
    if (opened > 0 && outcome === undefined) verdict.lost.push(`press ${requestId} opened and has no row`);
    if (opened > 0 && outcome === false) verdict.openings.push(`press ${requestId} opened, and its row denies it`);
    if (opened === 0 && outcome === true)
      verdict.openings.push(`press ${requestId} did not open, and its row says it did`);
    if (reported === "done" && outcome !== true)
      verdict.lost.push(`press ${requestId}: the row has the outcome ${JSON.stringify(outcome)}`);
  }
}

function compare(
  verdict: Verdict,
  { what, reported, happened }: { what: string; reported: Notified; happened: Happened },
): void {
  const found = answersAgainstDatabase(reported, happened).map((one) => `${what}: ${one}`);
  (reported === "done" ? verdict.lost : verdict.other).push(...found);
}
