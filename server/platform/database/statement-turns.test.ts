import { expect, test } from "vitest";
import { PortalError } from "../http/errors.ts";
import { type Asker, StatementTurns, type TurnLimits } from "./statement-turns.ts";

/** Two accounts of Nord with two sessions each, one of Syd, and a system admin. */
const ORGANIZATIONS = new Map<string, string | null>([
  ["ada", "nord"],
  ["bo", "nord"],
  ["cy", "syd"],
  ["root", null],
]);

function waitingRoom(limits: Partial<TurnLimits> = {}, now: () => number = () => 0) {
  const turns = new StatementTurns(limits, now);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, asker: Asker) =>
    turns.run(asker, async (learn) => {
      began.push(name);
      learn(ORGANIZATIONS.get(asker.userId) ?? null);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  /** Sets the state after each account's first call: the organisation is known. */
  const know = () =>
    Promise.all(
      [...ORGANIZATIONS].map(([userId, id]) =>
        turns.run({ userId, sessionId: `first ${userId}` }, async (learn) => learn(id)),
      ),
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { turns, began, ask, end, know };
}

/** Leaves work running or queued. */
const left = (work: Promise<unknown>) => void work.catch(() => undefined);
const settle = () => new Promise((resolve) => setImmediate(resolve));
const of = (userId: string, sessionId = `${userId}-1`): Asker => ({ userId, sessionId });

test("two statements of a session run, the others wait in order and all of them come", async () => {
  const { began, ask, end, know } = waitingRoom();
  await know();
  const all = ["a", "b", "c", "d", "e"].map((name) => ask(name, of("ada")));
  await settle();
  expect(began).toEqual(["a", "b"]);
  await end("b");
  expect(began).toEqual(["a", "b", "c"]);
  for (const name of ["a", "c", "d", "e"]) await end(name);
  expect(await Promise.all(all)).toEqual(["a", "b", "c", "d", "e"]);
});

test("only an organisation whose statements took long is answered one at a time, until it is calmer", async () => {
  let now = 0;
  const { began, ask, end, know } = waitingRoom({}, () => now);
  await know();
  left(ask("long", of("ada")));
  await settle();
  now = 2_000;
  await end("long");
  for (const name of ["a", "b"]) left(ask(name, of("bo")));
  left(ask("syd 1", of("cy")));
  left(ask("syd 2", of("cy")));
  await settle();
  expect(began).toEqual(["long", "a", "syd 1", "syd 2"]);
  now = 12_000;
  left(ask("c", of("ada")));
  await settle();
  expect(began).toEqual(["long", "a", "syd 1", "syd 2", "c"]);
});

test("an organisation runs four statements over all sessions, and another one does not wait for them", async () => {
  const { began, ask, turns, know } = waitingRoom();
  await know();
  const sessions = [of("ada"), of("ada", "ada-2"), of("bo"), of("bo", "bo-2")];
  for (const [n, asker] of sessions.entries()) for (const m of [0, 1, 2]) left(ask(`nord ${n}.${m}`, asker));
  await settle();
  expect(turns.load).toEqual({ running: 4, waiting: 8 });
  left(ask("syd", of("cy")));
  await settle();
  expect(began).toContain("syd");
});

test("system admins wait for themselves only", async () => {
  const { began, ask, know } = waitingRoom({ perOrganization: 1 });
  await know();
  left(ask("root", of("root")));
  left(ask("another", of("somebody-else")));
  await settle();
  expect(began).toEqual(["root", "another"]);
});

test("an unknown account runs one statement at a time until its organisation is known", async () => {
  const { turns } = waitingRoom();
  let heard: () => void = () => {};
  const first = turns.run(of("ada"), async () => new Promise<void>((resolve) => (heard = resolve)));
  const more = [1, 2, 3, 4].map((n) => turns.run(of("ada", `new-${n}`), async (learn) => learn("nord")));
  await settle();
  expect(turns.load).toEqual({ running: 1, waiting: 4 });
  heard();
  await Promise.all([first, ...more]);
  expect(turns.load).toEqual({ running: 0, waiting: 0 });
});

test("a failed turn is passed on, and a full queue and a long wait are refused as such", async () => {
  const { turns, ask, end, know } = waitingRoom({ perSession: 1, mostWaiting: 1, longestWaitMs: 30 });
  await know();
  await expect(turns.run(of("ada"), async () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  const running = ask("a", of("ada"));
  const waiting = ask("b", of("ada")).catch((error: unknown) => error);
  const full = await ask("c", of("ada")).catch((error: unknown) => error);
  expect(full).toBeInstanceOf(PortalError);
  expect(full).toMatchObject({ status: 429, code: "rate_limited" });
  expect(await waiting).toMatchObject({ status: 429, code: "rate_limited" });
  await end("a");
  expect(await running).toBe("a");
  expect(turns.load).toEqual({ running: 0, waiting: 0 });
});

test("an organisation with many sessions waits in a room of its own size, and fills nobody else's", async () => {
  const { turns, ask, know } = waitingRoom({ perOrganization: 1, mostWaitingPerOrganization: 3 });
  await know();
  const refused: unknown[] = [];
  for (let n = 0; n < 9; n++)
    void ask(`nord ${n}`, of(n % 2 === 0 ? "ada" : "bo", `session-${n}`)).catch((error: unknown) =>
      refused.push(error),
    );
  left(ask("syd", of("cy")));
  left(ask("syd waits", of("cy", "cy-2")));
  await settle();
  expect(turns.load).toEqual({ running: 2, waiting: 4 });
  expect(refused).toHaveLength(5);
  expect(refused[0]).toMatchObject({ status: 429, code: "rate_limited" });
});
