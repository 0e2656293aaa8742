import { createHash } from "node:crypto";
import type pg from "pg";
import type { ReadNode } from "./read-node.ts";
import { type Bindings, bindValues } from "./sql-writer.ts";
import type { Statement, StatementRow } from "./statement.ts";

export interface CachedPlan {
  readonly root: ReadNode | null;
  readonly statement: Statement;
  /** False for patterns, whose best plan depends on the value. */
  readonly preparable: boolean;
  readonly name: string;
  uses: number;
}

/** A rarer shape is not worth a named statement on every connection. */
const HOT_AFTER_USES = 5;
/** Each named statement takes memory in PostgreSQL, and `pg` cannot drop one. */
const MAX_NAMED_PER_CONNECTION = 200;
const namedOn = new WeakMap<pg.ClientBase, Set<string>>();

export class PlanCache {
  private readonly plans = new Map<string, CachedPlan>();
  private readonly most: number;
  private readonly generation: string;

  /** Makes a cache. `generation` is part of statement names, since a column's type may have changed. */
  constructor(most: number, generation: string) {
    this.most = most;
    this.generation = generation;
  }

  get(key: string, make: () => { root: ReadNode | null; statement: Statement; preparable: boolean }): CachedPlan {
    const known = this.plans.get(key);
    if (known) {
      this.plans.delete(key);
      this.plans.set(key, known);
      known.uses += 1;
      return known;
    }
    const made = make();
    const plan: CachedPlan = {
      ...made,
      name: `rest_${createHash("sha256").update(this.generation).update(made.statement.text).digest("base64url").slice(0, 24)}`,
      uses: 1,
    };
    this.plans.set(key, plan);
    const oldest = this.plans.keys().next().value;
    if (this.plans.size > this.most && oldest !== undefined) this.plans.delete(oldest);
    return plan;
  }
}

/** Runs a plan and returns its one row. Throws PGRST127 beyond the byte budget. */
export async function runPlan(client: pg.ClientBase, plan: CachedPlan, bindings: Bindings): Promise<StatementRow> {
  const bound = bindValues(plan.statement.params, bindings);
  const text = plan.statement.text;
  const query = mayName(client, plan) ? { name: plan.name, text, values: bound } : { text, values: bound };
  const { rows } = await client.query<StatementRow>(query);
  const row = rows[0];
  if (!row) throw new Error("a statement that always gives one row gave none");
  return row;
}

function mayName(client: pg.ClientBase, plan: CachedPlan): boolean {
  if (!plan.preparable || plan.uses < HOT_AFTER_USES) return false;
  let named = namedOn.get(client);
  if (!named) namedOn.set(client, (named = new Set()));
  if (named.has(plan.name)) return true;
  if (named.size >= MAX_NAMED_PER_CONNECTION) return false;
  named.add(plan.name);
  return true;
}
