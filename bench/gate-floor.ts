// The gate's floor: the server's own statements in order, as a pgbench script or for a pool.
import { GATE_FACTS_SQL, LOG_DENIED_SQL, LOG_GRANTED_SQL, MACRO_RESULT_SQL } from "#server/gates/gate.store.ts";
import type { PoolStatement } from "./pool-load.ts";
import { BENCH_DOORS, benchId } from "./seed-database.ts";

export const GATE = BENCH_DOORS + 1;

export type ReadKind = "denied" | "repeated" | "opening";

export function plate(n: number): string {
  return `B${String(n).padStart(7, "0")}`;
}

/** Returns the number of a person with a plate, drawn by a count. */
export const knownCar = (n: number, people: number): number => 5 * ((n * 7919) % Math.floor(people / 5)) + 5;

/** pgbench script of one read. Two of every five people have a plate; numbers beyond `people` are unknown plates. */
export function floorScript(kind: ReadKind, people: number): string {
  return kind === "denied" ? deniedScript(people) : grantedScript(people);
}

/** The same for `poolLoad`; it omits the record of the gate's answer, so this floor is slightly higher. */
export function floorStatements(kind: ReadKind, number: number): PoolStatement[] {
  const log = benchId(9, Math.floor(Math.random() * 2 ** 48));
  const read = [log, plate(number), benchId(2, GATE)];
  return [
    { name: "facts", text: GATE_FACTS_SQL, values: [`gate-${GATE}`, benchId(2, GATE), plate(number)] },
    kind === "denied"
      ? { name: "denied", text: LOG_DENIED_SQL, values: [...read, "no_match", null] }
      : {
          name: "granted",
          text: LOG_GRANTED_SQL,
          values: [...read, plate(number), "valid_credential", benchId(6, number)],
        },
  ];
}

function deniedScript(people: number): string {
  return `${DRAW_LOG_ID}\n\\set n random(${people + 1}, ${2 * people})\n${facts(":n")}\n${fill(LOG_DENIED_SQL, [LOG_ID, plateSql(":n"), GATE_SQL, "'no_match'", "null"])};\n`;
}

function grantedScript(people: number): string {
  const person = "(:n * 5)";
  const credential = `('00000006-0000-4000-8000-' || lpad(to_hex(${person}::int), 12, '0'))::uuid`;
  return [
    DRAW_LOG_ID,
    `\\set n random(1, ${Math.floor(people / 5)})`,
    facts(person),
    `${fill(LOG_GRANTED_SQL, [LOG_ID, plateSql(person), GATE_SQL, plateSql(person), "'valid_credential'", credential])} \\gset`,
    "\\if :opened",
    `${fill(MACRO_RESULT_SQL, [":id::uuid", ":detected_at::text", "true"])};`,
    "\\endif",
    "",
  ].join("\n");
}

const GATE_SQL = `'${benchId(2, GATE)}'::uuid`;
/** Derived from a number the script draws once per transaction, as the server draws one id per read. */
const LOG_ID = "('00000009-0000-4000-8000-' || lpad(to_hex(:log::bigint), 12, '0'))::uuid";
const DRAW_LOG_ID = "\\set log random(1, 281474976710655)";

function plateSql(number: string): string {
  return `('B' || lpad((${number})::text, 7, '0'))`;
}

function facts(number: string): string {
  return `${fill(GATE_FACTS_SQL, [`'gate-${GATE}'`, GATE_SQL, plateSql(number)])};`;
}

/** Substitutes SQL for $1…; pgbench -M prepared passes its own variables as parameters. */
function fill(sql: string, values: readonly string[]): string {
  return sql.replace(/\$(\d)/g, (_match, index: string) => values[Number(index) - 1] ?? "null").replaceAll("\n", " ");
}
