import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { reportOutcome } from "./report-outcome.ts";

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
  const reported: string[] = [];
  for (const row of ["first", "second"]) {
    reportOutcome(mutation, row, {
      onSuccess: (reply) => reported.push(`${row}: ${reply}`),
      onError: (error) => reported.push(`${row} failed: ${String(error)}`),
      onSettled: () => reported.push(`${row} is over`),
    });
  }
  await expect.poll(() => answers.size).toBe(2);
  answers.get("second")?.refuse(new Error("no answer"));
  answers.get("first")?.give("done");
  await expect
    .poll(() => reported.toSorted())
    .toEqual(["first is over", "first: done", "second failed: Error: no answer", "second is over"]);
});

test("the outcome is reported although nobody watches the mutation any more", async () => {
  const { answers, observer, mutation } = slowMutation();
  const unsubscribe = observer.subscribe(() => undefined);
  const reported: string[] = [];
  reportOutcome(mutation, "row", { onSuccess: (reply) => reported.push(reply) });
  await expect.poll(() => answers.size).toBe(1);
  unsubscribe();
  answers.get("row")?.give("done");
  await expect.poll(() => reported).toEqual(["done"]);
});
