/**
 * Checks aggregates. As in PostgREST, aggregates of a spread cover the rows of the level it is spread into, grouped by that level's plain
 * columns. Pure.
 */
import { notSupported, tooLarge } from "./errors.ts";
import type { Output, ReadNode, Reference } from "./read-node.ts";

/** Aggregates that change when a row is counted twice. */
const COUNTING = new Set(["count", "sum", "avg"]);
const EXTRA_LISTS = 4;

/** Tells whether the node's rows are groups: it has an aggregate, or a spread with one. */
export const isAggregated = (node: ReadNode): boolean =>
  node.outputs.some((output) =>
    output.kind === "value" ? output.aggregate !== null : output.node.spread && isAggregated(output.node),
  );

/**
 * Throws PGRST127 where a join would count rows several times. Aggregates of one level may cover the level's rows or those of one to-many
 * spread, not both.
 */
export function checkAggregates(node: ReadNode): void {
  if (!node.spread && isAggregated(node)) {
    const rows = new Set<string>();
    collectRows(node, "", rows);
    if (rows.size > 1)
      throw notSupported(
        `the aggregates of '${node.name}' are over different rows, some of which a join would count several times`,
        "Ask for the aggregates of each spread in a call of its own, or embed it without '...'.",
      );
  }
  for (const child of node.children) checkAggregates(child);
}

/** Collects rows. `path`: the to-many spreads whose rows multiply those of the level. */
function collectRows(node: ReadNode, path: string, rows: Set<string>): void {
  const lists = node.outputs.filter((output) => isPlain(output));
  if (path !== "" && lists.length > 0) rows.add(path);
  if (path !== "" && lists.length > node.relation.columns.size + EXTRA_LISTS)
    throw tooLarge(`more columns of '${node.name}' beside its aggregates than it has`);
  for (const output of node.outputs) {
    if (output.kind === "value") {
      if (output.aggregate !== null && COUNTING.has(output.aggregate)) rows.add(path);
    } else if (!isPlain(output)) {
      const child = output.node;
      collectRows(child, child.toOne ? path : `${path}/${child.name}`, rows);
    }
  }
}

const isPlain = (output: Output): boolean =>
  output.kind === "value" ? output.aggregate === null : !(output.node.spread && isAggregated(output.node));

/** Decides whether a row of `node` shows the value unchanged. Groups may be ordered by such a value. */
export const shows = (node: ReadNode, { column, path }: Reference): boolean =>
  node.outputs.some(
    (output) =>
      output.kind === "value" &&
      output.aggregate === null &&
      output.cast === null &&
      output.reference?.column === column &&
      JSON.stringify(output.reference.path) === JSON.stringify(path),
  );
