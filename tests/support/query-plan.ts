// One step of PostgreSQL's plan, as EXPLAIN (ANALYZE, FORMAT JSON) gives it.
interface Node {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Node[];
}

/** The only row of EXPLAIN's answer. */
export interface QueryPlan {
  "QUERY PLAN": [{ Plan: Node }];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Returns the rows that each scan of such a table read, with those it passed over. */
export function rowsRead(answer: QueryPlan | undefined, table: RegExp): number[] {
  if (!answer) throw new Error("there is no plan");
  const scans = nodesOf(answer["QUERY PLAN"][0].Plan).filter((node) => table.test(node["Relation Name"] ?? ""));
  return scans.map((node) => node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0));
}

/** Returns the most rows that one step of a statement handled, as auto_explain reports it; a step inside a loop adds up. */
export function mostRows(logged: { "Query Text": string; Plan: Node }): { statement: string; rows: number } {
  const rows = nodesOf(logged.Plan).map((node) => node["Actual Loops"] * node["Actual Rows"]);
  return { statement: logged["Query Text"], rows: Math.max(...rows) };
}
