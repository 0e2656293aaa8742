// Ends what a test leaves behind, while its network still answers.
const ends: (() => Promise<void> | void)[] = [];

export function afterTest(end: () => Promise<void> | void): void {
  ends.push(end);
}

/** Runs every end, the last one first, and throws the first error of one afterwards: a test that fails leaves nothing behind either. */
export async function endTest(): Promise<void> {
  const failed: unknown[] = [];
  for (const end of ends.splice(0).toReversed())
    try {
      await end();
    } catch (error) {
      failed.push(error);
    }
  if (failed.length > 0) throw failed[0];
}
