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

/** Reads a table with one statement, plus one EXPLAIN where the planner may estimate the count. */
export async function readTable(call: Call, relation: Relation): Promise<RestReply> {
  const form = parseAccept(call.request.headers.accept);
  const preferences = parsePreferences(call.request.headers.prefer, call.context.options);
  const query = withRowLimits(call, parseQuery(call.search));
  const bodyless = call.method === "HEAD";
  const { limits } = call.context;
  return transact(call, { readOnly: true, rollback: false }, (client, guard) => {
    const key = shapeKey("read", guard?.key, relation.name, query.shape, form, preferences.count, bodyless);
    const plan = call.plans.get(key, () => {
      const root = planRead(call.catalogue, relation, query.shape, limits);
      const { maxRows, maxReplyBytes } = limits;
      const plannerCounts = call.context.options.plannerCounts === true && guard === null;
      const read = { form, count: preferences.count, bodyless, maxRows, maxReplyBytes, plannerCounts, prelude: "" };
      const statement = readStatement(new SqlWriter(guard), root, tableSource(relation), read, new SqlWriter(guard));
      return { root, statement, preparable: isPreparable(query.shape) };
    });
    return answerRead(client, call, plan, { query, form, preferences, bodyless, guard });
  });
}
