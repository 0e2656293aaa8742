// The database goes away after a save while the caller waits for the devices. No caller is told "nothing was saved".
import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prepare } from "#scripts/lib/portal.ts";
import { loadConfig } from "#server/platform/config.ts";
import { awaitDatabase } from "#server/platform/database/await-database.ts";
import { createLog } from "#server/platform/log.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";

let portal: TestPortal;
let world: MainWorld;
beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
});
afterAll(() => portal.close());

const door = () => portal.axis.doorTokens[0] ?? "";
/** Saves a person; runs `happens` once the save is committed and while the device, which takes `slowMs` to answer, is still being asked. */
async function saveAnd(
  { pin, lastName, slowMs }: { pin: string; lastName: string; slowMs: number },
  happens: () => Promise<void>,
) {
  const slow = portal.axis.faults.latency(slowMs);
  const saving = callFunction(world.nord, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id: portal.accounts.nord.organizationId,
      first_name: "Under",
      last_name: lastName,
      pin: { value: pin, validity_period: "12_months", access_point_ids: world.doorIds },
    },
  });
  const saved = async () =>
    (await portal.admin.query("select from end_users where last_name = $1", [lastName])).rowCount;
  await expect.poll(saved, { interval: 5 }).toBe(1);
  await happens();
  const answer = await saving;
  slow();
  return answer;
}

// Covers: fault.12
test("one that is back in a moment is waited for, and the answer is the usual one", async () => {
  const answer = await saveAnd({ pin: "730852", lastName: "Avbrott", slowMs: 400 }, () => portal.database.cut());
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  await expect.poll(() => portal.axis.wouldOpen("730852", door())).toBe(true);
});

// Covers: fault.12
test("a database that stays away is reported with what was kept, and the devices get it when it is back", async () => {
  const person = { pin: "730963", lastName: "Borta Länge", slowMs: paced(2_000) };
  const answer = await saveAnd(person, () => portal.database.cut({ shut: true }));
  expect(answer).toMatchObject({ status: 503, body: { code: "saved_unconfirmed" } });
  expect(answer.body["error"]).toMatch(/^Ändringen är sparad, .* De får den när databasen svarar igen\.$/);
  await portal.database.open();
  await expect.poll(() => portal.axis.wouldOpen("730963", door())).toBe(true);
});

describe("a server that is started", () => {
  const start = (url: string, signal = new AbortController().signal) => {
    const lines: string[] = [];
    const config = loadConfig({ DATABASE_URL: url, LOG_LEVEL: "silent" });
    const stack = new AsyncDisposableStack();
    const say = (line: string) => lines.push(line);
    const address = prepare({ config, log: createLog(config), stack, signal, say }, "", { page: false });
    return { lines, address };
  };
  const changed = (change: (url: URL) => void) => {
    const url = new URL(portal.database.adminUrl);
    change(url);
    return url.href;
  };

  // Covers: running.14
  test("before its database waits for it, says so once, and goes on", async () => {
    await portal.database.cut({ shut: true });
    const { lines, address } = start(portal.database.adminUrl);
    await expect.poll(() => lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^The database \S+ at \S+ does not answer \(.+\)\. Waiting for it, for \d+ seconds at most\.$/,
    );
    await portal.database.open();
    expect(await address).toBe(portal.database.adminUrl);
    expect(lines).toHaveLength(1);
  });

  test("with a wrong password or a wrong name ends at once with a sentence", async () => {
    for (const url of [
      changed((to) => {
        to.password = "fel";
      }),
      changed((to) => {
        to.pathname = "/finns_inte";
      }),
    ]) {
      const { lines, address } = start(url);
      await expect(address).rejects.toMatchObject({
        name: "UserError",
        message: expect.stringMatching(
          /^DATABASE_URL: no connection to the database .*Check address, name and password\.$/,
        ),
      });
      expect(lines).toEqual([]);
    }
  });

  test("and stopped while it waits ends, and one that has waited long enough does too", async () => {
    const closed = createServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const at = closed.address();
    closed.close();
    const url = changed((to) => {
      to.host = `127.0.0.1:${typeof at === "object" ? at?.port : ""}`;
    });
    const stopping = new AbortController();
    const { lines, address } = start(url, stopping.signal);
    await expect.poll(() => lines.join()).toContain("ECONNREFUSED");
    const stopped = new Error("stopped");
    stopping.abort(stopped);
    await expect(address).rejects.toBe(stopped);

    const { signal } = new AbortController();
    await expect(awaitDatabase(url, { signal, onWait: () => {}, limitMs: 300 })).rejects.toThrow("ECONNREFUSED");
  });
});
