import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { createLog } from "./log.ts";

function written(action: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  action(createLog({ logLevel: "trace" }, { write: (line) => lines.push(line) }));
  return lines.join("");
}

test("an error is written with its stack, code and cause, and without the row that was refused", () => {
  const cause = new DatabaseError("duplicate key value violates unique constraint", 1, "error");
  Object.assign(cause, { code: "23505", detail: "Key (pin)=(4816) already exists.", where: "PL/pgSQL with 4816" });
  const line = written((log) => log.error({ err: new Error("not saved", { cause }) }, "request failed"));
  expect(line).toContain("23505");
  expect(line).toContain("log.test.ts");
  expect(line).not.toMatch(/\b4816\b/);
});

test("a field that is a secret by its name is hidden, a request loses what follows its path", () => {
  const line = written((log) => {
    log.info({ password: "hemligt", account: { token: "hemligt" }, code: "23505" }, "x");
    log.info({ req: { method: "GET", url: "/functions/v1/axxon-webhook?regnr=ABC123" } }, "x");
  });
  expect(line).not.toMatch(/hemligt|ABC123/);
  expect(line).toContain("23505");
});

test("a hundred lines of one kind a minute are written, the rest is counted, and other kinds go on", () => {
  const lines: string[] = [];
  let now = 0;
  const log = createLog({ logLevel: "debug" }, { write: (line) => lines.push(line) }, { monotonic: () => now });
  const request = log.child({ reqId: "a-1" });
  for (let n = 0; n < 500; n += 1) request.error({ n }, "request failed");
  for (let n = 0; n < 500; n += 1) log.debug({ n }, "answered");
  log.warn("another kind");
  const words = () => lines.map((line) => JSON.parse(line).msg);
  expect(words().filter((msg) => msg === "request failed")).toHaveLength(100);
  expect(words().filter((msg) => msg === "answered")).toHaveLength(500);
  expect(words().at(-1)).toBe("another kind");

  lines.length = 0;
  now = 60_000;
  request.error("request failed");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { lines: 400, of: "50 request failed" },
    { msg: "request failed" },
  ]);
});
