/** @throws Error when the correct text does not stand there exactly once */
export function plantText(
  source: string,
  { name, correct, wrong }: Record<"name" | "correct" | "wrong", string>,
): string {
  const parts = source.split(correct);
  if (parts.length !== 2) throw new Error(`"${name}": its place stands ${parts.length - 1} times in the file`);
  return parts.join(wrong);
}
