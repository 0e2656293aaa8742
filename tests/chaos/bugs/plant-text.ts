import { plantAt } from "./fault-points.ts";

/**
 * Returns the source with the bug's wrong text in the statement of its fault point. Throws Error unless the correct text stands in the
 * statement exactly once.
 */
export function plantText(
  source: string,
  { name, point, correct, wrong }: Record<"name" | "point" | "correct" | "wrong", string>,
): string {
  return plantAt(source, point, (statement) => {
    const parts = statement.split(correct);
    if (parts.length !== 2) throw new Error(`"${name}": its text stands ${parts.length - 1} times in the statement`);
    return parts.join(wrong);
  });
}
