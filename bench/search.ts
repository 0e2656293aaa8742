// Search by name and plate at two sizes of one installation: a term's cost must not follow the number of people.
import type { Client } from "pg";
import { median, type Row } from "./statistics.ts";

const ROUNDS = 15;
const GOAL = 3;

/** Rare: part of one surname, and one plate. Common: a first name of one in ten, and part of every surname group. */
const TERMS = [
  ["rare name", "202cb962ac"],
  ["rare plate", "B0000500"],
  ["common name", "Alva"],
  ["common surname", "son"],
  ["common plate", "B00"],
] as const;

export interface SearchTimes {
  people: number;
  ms: Map<string, number>;
}

/** Times each term as a system admin, the widest scope. */
export async function timeSearches(client: Client, people: number): Promise<SearchTimes> {
  const ms = new Map<string, number>();
  await client.query("begin; set local role system_admin");
  for (const [name, term] of TERMS) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const from = performance.now();
      const { rows } = await client.query("select search_end_users($1) as page", [term]);
      times.push(performance.now() - from);
      if (rows.length !== 1) throw new Error("the search answered nothing");
    }
    ms.set(name, median(times));
  }
  await client.query("commit");
  return { people, ms };
}

export function searchRows(small: SearchTimes, large: SearchTimes): Row[] {
  return [...small.ms].map(([name, time]) => {
    const ratio = (large.ms.get(name) ?? Number.NaN) / time;
    return {
      work: `search, ${name}, ${large.people.toLocaleString("en")} people`,
      measured: `${ratio.toFixed(2)} × its time at ${small.people.toLocaleString("en")} (${time.toFixed(1)} → ${(large.ms.get(name) ?? Number.NaN).toFixed(1)} ms)`,
      goal: `≤ ${GOAL} ×`,
      met: ratio <= GOAL,
    };
  });
}
