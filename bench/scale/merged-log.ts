// The log of doors and gates on many millions of both: each filter of its page through /rest/v1, as a system admin and as an
// organisation admin, whose rows go through row security, against the same query in SQL.
import { createHash } from "node:crypto";
import { DOOR_ALARM_KINDS, DOOR_SILENCE_KINDS } from "#contract/door-events.ts";
import { ATTEMPT_COLUMNS, DOOR_LOG_COLUMNS, mergedLogColumns } from "#contract/log-columns.ts";
import { logNames, searchConditions, searchWords } from "#contract/log-search.ts";
import { benchId } from "../seed-database.ts";
import type { Row } from "../statistics.ts";
import { type Ask, againstSql, asSent, openReader, type Reader, restCall, sqlCall } from "./against-sql.ts";
import { gatesPage } from "./logs.ts";
import { attemptsSql, type Condition, listSql, textCondition } from "./merged-log-sql.ts";
import type { ScaleBench } from "./scale-bench.ts";

const PAGE_ROWS = 100;
const DAY_MS = 86_400_000;
const ORGANIZATION = benchId(1, 1);
/** A person of the organisation with a PIN and a plate (seed-database.ts). */
const PERSON = 100;
const CREDENTIALS = [benchId(5, PERSON), benchId(6, PERSON)];
const DOOR = benchId(3, 1 + PERSON);
/** Names of one person in six, and of a single person. */
const COMMON_NAME = "Provberg";
const RARE_NAME = createHash("md5").update(String(PERSON)).digest("hex").slice(0, 12);

const LOGS = {
  doors: { table: "door_log", columnsOf: () => DOOR_LOG_COLUMNS },
  all: { table: "merged_log", columnsOf: mergedLogColumns },
} as const;
const SILENCE = `kind.in.(${DOOR_SILENCE_KINDS.join(",")})`;

const ATTEMPTS = 5;

interface Filter extends Condition {
  name: string;
  log: keyof typeof LOGS;
  days: number;
  /** Added to the gaps of the log, which no filter hides. */
  or?: string;
  /** The search text. A separate call finds the ids that it names. */
  text?: string;
}

const kinds = (list: readonly string[]) => list.map((kind) => `'${kind}'`).join(", ");
const ALL: Condition = { doors: "true", gates: "true" };
const REFUSED = {
  or: `granted.is.false,kind.in.(${DOOR_ALARM_KINDS.join(",")})`,
  doors: `(granted is false or kind in (${kinds([...DOOR_ALARM_KINDS, ...DOOR_SILENCE_KINDS])}))`,
  gates: "not access_granted",
};
const GRANTED = {
  or: "granted.is.true",
  doors: `(granted or kind in (${kinds(DOOR_SILENCE_KINDS)}))`,
  gates: "access_granted",
};
const AT_DOOR = {
  or: `access_point_id.eq.${DOOR}`,
  doors: `(access_point_id = '${DOOR}' or kind in (${kinds(DOOR_SILENCE_KINDS)}))`,
  gates: null,
};
const named = (name: string) => ({ text: name, ...textCondition(name) });

const FILTERS: readonly Filter[] = [
  { name: "doors and gates, refused", log: "all", days: 1, ...REFUSED },
  { name: "doors and gates, no filter (as the page opens)", log: "all", days: 1, ...ALL },
  { name: "doors and gates, granted", log: "all", days: 1, ...GRANTED },
  { name: "doors alone, no filter", log: "doors", days: 1, ...ALL, gates: null },
  { name: "doors alone, refused", log: "doors", days: 1, ...REFUSED, gates: null },
  { name: "one door", log: "doors", days: 1, ...AT_DOOR },
  { name: "doors and gates, a common name", log: "all", days: 1, ...named(COMMON_NAME) },
  { name: "doors and gates, a rare name", log: "all", days: 1, ...named(RARE_NAME) },
  { name: "doors and gates, refused", log: "all", days: 30, ...REFUSED },
  { name: "doors and gates, no filter", log: "all", days: 30, ...ALL },
  { name: "one door", log: "doors", days: 30, ...AT_DOOR },
  { name: "doors and gates, a rare name", log: "all", days: 30, ...named(RARE_NAME) },
];

export async function benchMergedLog(bench: ScaleBench): Promise<Row[]> {
  const { newestLog } = bench.database;
  const rows: Row[] = [];
  for (const organizationId of [null, ORGANIZATION]) {
    const reader = await openReader(bench, organizationId);
    const whose = organizationId === null ? "system admin" : "organisation admin";
    try {
      for (const filter of FILTERS)
        rows.push(
          await againstSql(
            `newest ${PAGE_ROWS} of ${filter.days === 1 ? "24 h" : `${filter.days} days`}, ${filter.name}, ${whose}`,
            ...listCalls(reader, filter, newestLog),
          ),
        );
      const gates = `newest ${PAGE_ROWS} of 24 h, gates alone, ${whose}`;
      rows.push(await againstSql(gates, ...gatesPage(reader, newestLog)));
      rows.push(await againstSql(`newest ${ATTEMPTS} of one person, ${whose}`, ...attemptsCalls(reader)));
    } finally {
      await reader.sql.end();
    }
  }
  return rows;
}

function listCalls(
  reader: Reader,
  { name, log, days, or, text = "", ...where }: Filter,
  newest: Date,
): [ours: Ask, alone: Ask] {
  const since = new Date(newest.getTime() - days * DAY_MS);
  const { table, columnsOf } = LOGS[log];
  const rows = (searched: readonly string[]) =>
    restCall(reader, {
      table,
      query: [
        ["select", asSent(columnsOf(reader.role === "system_admin"))],
        ["occurred_at", `gte.${since.toISOString()}`],
        ...[...searched, ...(or === undefined ? [] : [`${or},${SILENCE}`])].map((one) => ["or", `(${one})`] as const),
        ["order", "occurred_at.desc,id.asc"],
        ["offset", "0"],
        ["limit", String(PAGE_ROWS)],
      ],
      count: "estimated",
    });
  const ours = text === "" ? rows([]) : async () => rows(await searchedFor(reader, text, since))();
  return [ours, sqlCall(reader, `${name} ${days}`, listSql(reader.role, where, PAGE_ROWS), [since])];
}

/** The page asks for this once a search, whatever it then lists and counts. */
async function searchedFor({ port, token }: Reader, text: string, since: Date): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/rest/v1/rpc/log_names`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, apikey: "portal", "content-type": "application/json" },
    body: JSON.stringify({ words: searchWords(text), since: since.toISOString() }),
  });
  const names = logNames.reply.parse(await answer.json());
  return searchConditions(searchWords(text), names, true).map((one) => [...one, SILENCE].join(","));
}

function attemptsCalls(reader: Reader): [ours: Ask, alone: Ask] {
  const ours = restCall(reader, {
    table: "merged_log",
    query: [
      ["select", asSent(ATTEMPT_COLUMNS)],
      ["credential_id", `in.(${CREDENTIALS.join(",")})`],
      ["kind", "eq.access"],
      ["order", "occurred_at.desc"],
      ["limit", String(ATTEMPTS)],
    ],
    count: null,
  });
  return [ours, sqlCall(reader, "attempts", attemptsSql(ATTEMPTS), [CREDENTIALS])];
}
