// Ends what a test leaves behind, while its network still answers.
const ends: (() => Promise<void> | void)[] = [];

export function afterTest(end: () => Promise<void> | void): void {
  ends.push(end);
}

export async function endTest(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end();
}
