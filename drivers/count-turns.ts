/** Counts, for tests, how often other work ran during `run`. */
export async function countTurns<Result>(run: () => Promise<Result>): Promise<{ turns: number; result: Result }> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const result = await run().finally(() => {
    isDone = true;
  });
  return { turns, result };
}
