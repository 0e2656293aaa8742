/** GET and HEAD of a table or view. */
import type { Relation } from "./catalogue-types.ts";
import type { Call, RestReply } from "./context.ts";
import { parseAccept, parsePreferences } from "./parse-headers.ts";
import { parseQuery } from "./parse-query.ts";
import { planRead } from "./plan.ts";
import { answerRead, isPreparable, shapeKey, withRowLimits } from "./read-rows.ts";
import { SqlWriter } from "./sql-writer.ts";
import { readStatement } from "./statement.ts";
import { tableSource } from "./to-sql-read.ts";
import { transact } from "./transact.ts";

/** Reads what the URL asks for, in one statement (and one EXPLAIN where the planner may guess the count). */
export async function readTable(call: Call, relation: Relation): Promise<RestReply> {
  const form = parseAccept(call.request.headers.accept);
  const preferences = parsePreferences(call.request.headers.prefer);
  const query = withRowLimits(call, parseQuery(call.search));
  const bodyless = call.method === "HEAD";
  const { limits } = call.context;
  return transact(call, { readOnly: true, rollback: false }, (client, wall) => {
    const key = shapeKey("read", wall?.key, relation.name, query.shape, form, preferences.count, bodyless);
    const plan = call.plans.get(key, () => {
      const root = planRead(call.catalogue, relation, query.shape, limits);
      const { maxRows, maxReplyBytes } = limits;
      const plannerCounts = call.context.options.plannerCounts === true && wall === null;
      const read = { form, count: preferences.count, bodyless, maxRows, maxReplyBytes, plannerCounts, prelude: "" };
      const statement = readStatement(new SqlWriter(wall), root, tableSource(relation), read, new SqlWriter(wall));
      return { root, statement, preparable: isPreparable(query.shape) };
    });
    return answerRead(client, call, plan, { query, form, preferences, bodyless, wall });
  });
}
