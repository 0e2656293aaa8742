import { plantAt } from "./fault-points.ts";

/**
 * The source with the text wrong in the statement of the bug's fault point.
 * @throws Error when the correct text does not stand in the statement exactly once
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
