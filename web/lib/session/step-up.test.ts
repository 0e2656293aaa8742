import { afterEach, expect, test } from "vitest";
import { BackendError, isCancelled } from "#web/lib/calls/errors.ts";
import { stepUpAsked, withStepUp } from "./step-up.ts";

const refusal = (code: string) => new BackendError("Nej.", { code, status: 403, cause: null });
afterEach(() => stepUpAsked.set(null));

/** Makes an operation that the server refuses until the given attempt. */
function action(allowedAt: number, code = "reauthentication_needed") {
  let tries = 0;
  return {
    tries: () => tries,
    run: async () => {
      tries += 1;
      if (tries < allowedAt) throw refusal(code);
      return "gjort";
    },
  };
}

test("an operation that needs no re-authentication runs without a question", async () => {
  expect(await withStepUp("show_pin", action(1).run)).toBe("gjort");
  expect(stepUpAsked.get()).toBeNull();
});

test("an operation that needs one runs after the re-authentication", async () => {
  const one = action(2);
  const done = withStepUp("show_pin", one.run);
  await expect.poll(() => stepUpAsked.get()?.act).toBe("show_pin");
  stepUpAsked.get()?.answer(true);
  expect(await done).toBe("gjort");
  expect([one.tries(), stepUpAsked.get()]).toEqual([2, null]);
});

test("a person who will not be asked has done nothing, which is no error", async () => {
  const one = action(2);
  const done = withStepUp("show_pin", one.run);
  await expect.poll(() => stepUpAsked.get()).not.toBeNull();
  stepUpAsked.get()?.answer(false);
  await expect(done).rejects.toSatisfy(isCancelled);
  expect(one.tries()).toBe(1);
});

test("another refusal is passed on", async () => {
  await expect(withStepUp("show_pin", action(2, "forbidden").run)).rejects.toMatchObject({ code: "forbidden" });
  expect(stepUpAsked.get()).toBeNull();
});
