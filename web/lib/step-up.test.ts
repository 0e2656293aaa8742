import { afterEach, expect, test } from "vitest";
import { BackendError } from "./errors.ts";
import { proofAsked, withProof } from "./step-up.ts";

const refusal = (code: string) => new BackendError("Nej.", { code, status: 403, cause: null });
afterEach(() => proofAsked.set(null));

/** An operation that the server allows at the given attempt. */
function act(allowedAt: number, code = "reauthentication_needed") {
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
  expect(await withProof(act(1).run)).toBe("gjort");
  expect(proofAsked.get()).toBeNull();
});

test("an operation that needs one runs after the re-authentication", async () => {
  const one = act(2);
  const done = withProof(one.run);
  await expect.poll(() => proofAsked.get()).not.toBeNull();
  proofAsked.get()?.(true);
  expect(await done).toBe("gjort");
  expect([one.tries(), proofAsked.get()]).toEqual([2, null]);
});

test("a person who will not be asked has done nothing, and hears why", async () => {
  const one = act(2);
  const done = withProof(one.run);
  await expect.poll(() => proofAsked.get()).not.toBeNull();
  proofAsked.get()?.(false);
  await expect(done).rejects.toMatchObject({ code: "reauthentication_needed" });
  expect(one.tries()).toBe(1);
});

test("another refusal is passed on", async () => {
  await expect(withProof(act(2, "forbidden").run)).rejects.toMatchObject({ code: "forbidden" });
  expect(proofAsked.get()).toBeNull();
});
