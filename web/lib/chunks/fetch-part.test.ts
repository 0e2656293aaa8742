import { expect, test } from "vitest";
import { BackendError } from "#web/lib/calls/errors.ts";
import { fetchPart } from "./fetch-part.ts";

test("a chunk that is fetched is handed on", async () => {
  expect(await fetchPart(Promise.resolve({ answer: 42 }))).toEqual({ answer: 42 });
});

test("a chunk that cannot be fetched is reported as a lost connection, with its cause kept", async () => {
  const cause = new TypeError("Failed to fetch dynamically imported module");
  const failure: unknown = await fetchPart(Promise.reject(cause)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(BackendError);
  expect(failure).toMatchObject({
    code: "network",
    message: "Anslutningsproblem. Kontrollera din internetanslutning.",
    cause,
  });
});
