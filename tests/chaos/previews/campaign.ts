// Draws changes, previews each, saves it, and compares the preview with the actual difference.
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Pool } from "pg";
import { z } from "zod";
import { type AccessPreview, accessPreview, type PreviewCall } from "#contract/functions/access-preview.ts";
import { seededRandom } from "#scripts/seed/random.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { drawChange } from "./draw.ts";
import { differences, readAccess } from "./oracle.ts";
import { type PreviewSize, plantPreviewWorld } from "./world.ts";

export interface PreviewCampaign {
  seed: number;
  changes: number;
  size: PreviewSize;
  /** False: previews are timed alone. */
  saves?: boolean;
}

export interface PreviewResult {
  changes: number;
  /** Number of changes that altered somebody's access. */
  effective: number;
  refused: number;
  /** Refusals by call and code. */
  refusals: Record<string, number>;
  /** Changes for which preview and save reported different access. */
  different: object[];
  /** Tables that a preview left changed. */
  left: object[];
  p50: number;
  p95: number;
}

const DIFFERENCES_SHOWN = 5;

export async function runPreviews(portal: TestPortal, campaign: PreviewCampaign): Promise<PreviewResult> {
  const { seed, changes, size, saves = true } = campaign;
  const random = seededRandom(seed);
  const world = await plantPreviewWorld(portal, size, random);
  const { admin } = portal;
  const nord = await signedInClient(portal.url, portal.accounts.nord);
  const system = await signedInClient(portal.url, portal.accounts.system);
  const result: Omit<PreviewResult, "p50" | "p95"> = {
    changes,
    effective: 0,
    refused: 0,
    refusals: {},
    different: [],
    left: [],
  };
  const times: number[] = [];
  const tables = await comparedTables(admin);
  for (let number = 0; number < changes; number++) {
    const call = await drawChange({ admin, world, random }, number);
    const client = isSystems(call) || random.below(4) === 0 ? system : nord;
    // Limits are tested elsewhere.
    await admin.query("delete from auth.rate_limits");
    const stood = saves ? await looks(admin, tables) : null;
    const began = performance.now();
    const answer = await callFunction(client, "access-preview", call);
    times.push(performance.now() - began);
    if (stood === null) continue;
    const stands = await looks(admin, tables, stood.next);
    const left = tables.filter(
      (table) => stands.written.has(table) || stood.rows.get(table) !== stands.rows.get(table),
    );
    if (left.length > 0) result.left.push({ number, call, left });
    const before = await readAccess(admin, world.organization);
    const refusal = await save(client, call);
    const real = differences(before, await readAccess(admin, world.organization));
    const said = answer.status === 200 ? accessPreview.reply.parse(answer.body) : null;
    if (said === null) {
      result.refused += 1;
      const why = `${nameOf(call)}: ${codeOf(answer.body)}`;
      result.refusals[why] = (result.refusals[why] ?? 0) + 1;
    }
    if (real.size > 0) result.effective += 1;
    const isSame = (said === null) === refusal && (said === null || agree(said, real));
    if (!isSame) result.different.push({ number, call, answer: said ?? answer.body, refusal, real: [...real] });
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
  return { ...result, different: result.different.slice(0, DIFFERENCES_SHOWN), p50: at(0.5), p95: at(0.95) };
}

const isSystems = ({ call, body }: PreviewCall): boolean =>
  call === "door-hours" || call === "organization-link" || (call === "schedules" && body.organization_id === null);

const nameOf = ({ call, body }: PreviewCall): string => ("action" in body ? `${call} ${body.action}` : call);

function codeOf(body: unknown): string {
  const { data } = z.object({ reason: z.string().optional(), code: z.string() }).safeParse(body);
  return data?.reason ?? data?.code ?? "without a code";
}

/** Compares numbers of people by place and kind, and over all places. */
function agree({ people, places }: AccessPreview, real: ReadonlyMap<string, readonly string[]>): boolean {
  const counts = new Map<string, number>();
  for (const { access_point_id, controller_id, changes } of places)
    for (const { kind, people: count } of changes) {
      const key = `${access_point_id ?? controller_id} ${kind}`;
      counts.set(key, (counts.get(key) ?? 0) + count);
    }
  const ofKind = (kind: string) =>
    new Set([...real].filter(([key]) => key.endsWith(` ${kind}`)).flatMap(([, persons]) => persons)).size;
  return (
    counts.size === real.size &&
    [...real].every(([key, persons]) => counts.get(key) === persons.length) &&
    (["gain", "lose", "hours", "dates"] as const).every((kind) => people[kind] === ofKind(kind)) &&
    people.total === new Set([...real.values()].flat()).size
  );
}

/** Saves for good; returns true when the save was refused. */
async function save(client: SupabaseClient, call: PreviewCall): Promise<boolean> {
  if (call.call === "door-hours") {
    const { access_point_id, hours_schedule_id } = call.body;
    return (await client.from("access_points").update({ hours_schedule_id }).eq("id", access_point_id)).error !== null;
  }
  if (call.call === "organization-link") {
    const { organization_id, controller_id, access_point_id, linked } = call.body;
    const [table, row] =
      access_point_id === null
        ? ["organization_controllers", { organization_id, controller_id }]
        : ["organization_access_points", { organization_id, access_point_id }];
    const links = client.from(table);
    return (await (linked ? links.insert(row) : links.delete().match(row))).error !== null;
  }
  return (await callFunction(client, call.call, call.body)).status !== 200;
}

/** Tables that a preview may change: charges and limits. */
const QUOTAS: ReadonlySet<string> = new Set(["private.pin_attempts", "private.pin_offers", "auth.rate_limits"]);
/** Tables that every signed-in call and the server's jobs change. */
const BUSY: ReadonlySet<string> = new Set([
  "auth.sessions",
  "private.near_miss_progress",
  // A run of more than half an hour renews its sessions, and the job of alerts updates what it has found.
  "auth.refresh_tokens",
  "public.alerts",
  // A job chains the rows of earlier saves.
  "public.audit_chain",
  "public.audit_unchained",
]);

async function comparedTables(admin: Pool): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth') order by 1`,
  );
  return rows.map(({ name }) => name).filter((name) => !QUOTAS.has(name) && !BUSY.has(name));
}

interface Look {
  /** The next transaction's number. */
  next: string;
  /** Rows by table. */
  rows: Map<string, number>;
  /** Tables with a row that a transaction from `since` on has written. */
  written: Set<string>;
}

/** Counts the rows of each table. `xmin` tells which transaction wrote a row; a comparison of all contents would take half of the run. */
async function looks(admin: Pool, tables: readonly string[], since: string | null = null): Promise<Look> {
  const parts = tables.map(
    (name) =>
      `select '${name}' as name, count(*)::int as rows, coalesce(bool_or(xmin::text::bigint >= $1::bigint), false) as written from ${name}`,
  );
  const { rows } = await admin.query<{ name: string; rows: number; written: boolean; next: string }>(
    `select *, pg_snapshot_xmax(pg_current_snapshot())::text as next from (${parts.join(" union all ")}) t`,
    [since],
  );
  return {
    next: rows[0]?.next ?? "",
    rows: new Map(rows.map((one) => [one.name, one.rows])),
    written: new Set(rows.filter((one) => one.written).map(({ name }) => name)),
  };
}
