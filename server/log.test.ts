import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { createLog } from "./log.ts";

function written(act: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  act(createLog({ logLevel: "trace" }, { write: (line) => lines.push(line) }));
  return lines.join("");
}

test("an error is written with its stack, code and cause, and without the row that was refused", () => {
  const cause = new DatabaseError("duplicate key value violates unique constraint", 1, "error");
  Object.assign(cause, { code: "23505", detail: "Key (pin)=(4816) already exists.", where: "PL/pgSQL with 4816" });
  const line = written((log) => log.error({ err: new Error("not saved", { cause }) }, "request failed"));
  expect(line).toContain("23505");
  expect(line).toContain("log.test.ts");
  expect(line).not.toContain("4816");
});

test("a field that is a secret by its name is hidden, a request loses what follows its path", () => {
  const line = written((log) => {
    log.info({ password: "hemligt", account: { token: "hemligt" }, code: "23505" }, "x");
    log.info({ req: { method: "GET", url: "/functions/v1/axxon-webhook?regnr=ABC123" } }, "x");
  });
  expect(line).not.toMatch(/hemligt|ABC123/);
  expect(line).toContain("23505");
});
