import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { tellOutcome } from "./tell-outcome.ts";

function slowMutation() {
  const answers = new Map<string, { give: (reply: string) => void; refuse: (error: Error) => void }>();
  const observer = new MutationObserver(new QueryClient(), {
    mutationFn: (input: string) =>
      new Promise<string>((give, refuse) => {
        answers.set(input, { give, refuse });
      }),
  });
  return { answers, observer, mutation: { mutateAsync: (input: string) => observer.mutate(input) } };
}

test("each operation reports its own outcome, also when a second began before the first had answered", async () => {
  const { answers, mutation } = slowMutation();
  const told: string[] = [];
  for (const row of ["first", "second"]) {
    tellOutcome(mutation, row, {
      onSuccess: (reply) => told.push(`${row}: ${reply}`),
      onError: (error) => told.push(`${row} failed: ${String(error)}`),
      onSettled: () => told.push(`${row} is over`),
    });
  }
  await expect.poll(() => answers.size).toBe(2);
  answers.get("second")?.refuse(new Error("no answer"));
  answers.get("first")?.give("done");
  await expect
    .poll(() => told.toSorted())
    .toEqual(["first is over", "first: done", "second failed: Error: no answer", "second is over"]);
});

test("the outcome is reported although nobody watches the mutation any more", async () => {
  const { answers, observer, mutation } = slowMutation();
  const unsubscribe = observer.subscribe(() => undefined);
  const told: string[] = [];
  tellOutcome(mutation, "row", { onSuccess: (reply) => told.push(reply) });
  await expect.poll(() => answers.size).toBe(1);
  unsubscribe();
  answers.get("row")?.give("done");
  await expect.poll(() => told).toEqual(["done"]);
});
