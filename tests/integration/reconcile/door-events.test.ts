import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { explainPassage, type PassageExplanation } from "#contract/functions/explain-passage.ts";
import type { DoorEventRow } from "#contract/tables/door-events.ts";
import { pressExit } from "#simulators/axis/reader.ts";
import { call } from "#tests/integration/doors/door-portal.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { stopReading } from "#tests/support/device-calls.ts";
import { inMidAnswer } from "#tests/support/in-mid-answer.ts";
import { untilInStep } from "#tests/support/in-step.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";
import { readDoorLog } from "#tests/support/read-door-log.ts";

let portal: TestPortal;
let world: MainWorld;
let syd: SupabaseClient;
let door: string;
let otherDoor: string;
let deviceDoor: string;

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  syd = await signedInClient(portal.url, portal.accounts.syd);
  [door = "", otherDoor = ""] = world.doorIds;
  deviceDoor = await one("select device_door_token as value from access_points where id = $1", [door]);
});
afterAll(() => portal.close());
beforeEach(async () => {
  await readLog();
  await portal.admin.query("delete from door_events");
});

async function one<T>(text: string, values: unknown[] = []): Promise<T> {
  const { rows } = await portal.admin.query<{ value: T }>(text, values);
  if (!rows[0]) throw new Error(`no row: ${text}`);
  return rows[0].value;
}

const readLog = () => readDoorLog(portal.admin);

async function events(client: SupabaseClient): Promise<DoorEventRow[]> {
  const { data, error } = await client.from("door_events").select("*").eq("kind", "access").order("occurred_at");
  if (error) throw error;
  return data as DoorEventRow[];
}

const inStep = () => untilInStep(portal);

async function addPerson(firstName: string, pin: string): Promise<{ id: string; credentialId: string }> {
  const id = await world.savePerson({ firstName, lastName: "Exempel", pin });
  await inStep();
  return { id, credentialId: await one("select id as value from credentials where end_user_id = $1", [id]) };
}

async function explain(client: SupabaseClient, id: string | undefined): Promise<PassageExplanation> {
  return explainPassage.reply.parse(await call(client, "explain-passage", { source: "door", id }));
}

test("the next reading of a slow unit is counted from when the last one began, not from its end", async () => {
  // The fault meets every reading, since one may have begun already.
  const fix = portal.axis.faults.add({ kind: "latency", ms: 5_000 }, { on: "axlog:FetchEvents2" });
  await readLog();
  const waits = await one<number>(
    "select extract(epoch from next_read_at - clock_timestamp())::float8 as value from door_event_cursors",
  );
  fix();
  expect(waits).toBeLessThan(9.5);
});

describe("a controller that is to be compared", () => {
  /** Returns the device's calls from then on until a comparison ended, in order. */
  async function compared(): Promise<string[]> {
    const asked = vi.spyOn(portal.axis.requests, "add");
    try {
      const began = await one<Date>("select clock_timestamp() as value");
      await portal.admin.query(
        "with log as (update door_event_cursors set next_read_at = '-infinity') update controller_sync set verify_at = now(), next_try_at = now() where controller_id = $1",
        [world.controllerId],
      );
      const isCompared = "select last_full_at > $2 as value from controller_sync where controller_id = $1";
      await vi.waitFor(async () => expect(await one<boolean>(isCompared, [world.controllerId, began])).toBe(true), {
        timeout: paced(60_000),
        interval: 50,
      });
      return asked.mock.calls.map(([{ operation }]) => operation);
    } finally {
      asked.mockRestore();
    }
  }

  test("has its log read first, since a comparison takes seconds", async () => {
    const asked = await compared();
    const [log, comparison] = [/^axlog:FetchEvents/, /^axudb:GetUserList$/].map((operation) =>
      asked.findIndex((one) => operation.test(one)),
    );
    expect(log).toBeGreaterThanOrEqual(0);
    expect(comparison).toBeGreaterThan(log ?? 0);
  });

  test("is compared though its log is not answered", async () => {
    const fix = portal.axis.faults.add({ kind: "reset-before" }, { on: /^axlog:/ });
    try {
      expect(await compared()).toContain("axudb:GetUserList");
    } finally {
      fix();
    }
    await portal.admin.query("update controller_sync set next_try_at = now()");
    await readLog();
  });
});

describe("a controller that started anew", () => {
  const restarts = () =>
    one<number>("select count(*)::int as value from door_events where kind = 'controller_restarted'");
  const askAgain = () =>
    portal.admin.query("update door_event_cursors set boot_asked_at = boot_asked_at - interval '1 minute'");
  /** Waits until the unit was asked again; its boot is noted after its log is read. */
  async function askedAnew(): Promise<void> {
    const asked = await one<Date | null>("select boot_asked_at as value from door_event_cursors");
    await readLog();
    const now =
      "select boot_asked_at is distinct from $1 and boot_asked_at > now() - interval '1 minute' as value from door_event_cursors";
    await vi.waitFor(async () => expect(await one<boolean>(now, [asked])).toBe(true), {
      timeout: paced(60_000),
      interval: 50,
    });
  }
  afterEach(() => {
    portal.axis.state.switches.logsRestarts = true;
  });

  test.each([false, true])(
    "has one restart in the log, whether its own log says so or not (%s)",
    async (logsRestarts) => {
      await stopReading(portal.admin);
      await askAgain();
      await askedAnew();
      expect(await restarts()).toBe(0);
      portal.axis.state.switches.logsRestarts = logsRestarts;
      await portal.axis.faults.restart();
      for (let turn = 0; turn < 2; turn++) {
        await stopReading(portal.admin);
        await askAgain();
        await askedAnew();
        expect(await restarts()).toBe(1);
      }
      // The restart is recent enough for the alert about a restart loop.
      const late =
        "select extract(epoch from received_at - occurred_at)::int as value from door_events where kind = 'controller_restarted'";
      expect(await one<number>(late)).toBeLessThan(60);
    },
  );

  test("is not asked every time, and one that does not say is left alone for an hour", async () => {
    const asked = () => portal.axis.requests.count("POST /axis-cgi/systemready.cgi");
    // A reading that began before would ask, and note the answer over this.
    await stopReading(portal.admin);
    await portal.admin.query(
      "update door_event_cursors set boot_id = null, boot_asked_at = now() - interval '59 minutes'",
    );
    const before = asked();
    await readLog();
    await readLog();
    expect(asked()).toBe(before);
    await stopReading(portal.admin);
    await portal.admin.query("update door_event_cursors set boot_asked_at = null");
    await askedAnew();
    expect(asked()).toBe(before + 1);
    expect(await restarts()).toBe(0);
  });
});

describe("an event at a door", () => {
  test("is in the log with the person, once, and never with what was typed", async () => {
    const anna = await addPerson("Anna", "739154");
    portal.axis.punch(deviceDoor, "739154");
    portal.axis.punch(deviceDoor, "408627");
    pressExit(portal.axis.state, deviceDoor);
    await readLog();
    await portal.admin.query("update door_event_cursors set last_row = null, last_event = null");
    await readLog();
    const rows = await events(world.system);
    // The two rows are less than a millisecond apart.
    expect(rows.toSorted((one, other) => Number(other.granted) - Number(one.granted))).toMatchObject([
      { granted: true, reason: null, access_point_id: door, credential_id: anna.credentialId },
      { granted: false, reason: "unknown_code", access_point_id: door, credential_id: null },
    ]);
    expect(await one("select count(*)::int as value from door_events where kind = 'exit_request'")).toBe(1);
    expect(await one("select string_agg(e::text, ' ') as value from door_events e")).not.toMatch(/739154|408627/);
  });

  test("is brought to every server's followers as soon as it is kept", async () => {
    const follower = await portal.admin.connect();
    try {
      const heard = vi.fn<() => void>();
      follower.on("notification", heard);
      await follower.query("listen access_logs");
      portal.axis.punch(deviceDoor, "408627");
      await readLog();
      await expect.poll(() => heard.mock.calls.length).toBeGreaterThan(0);
    } finally {
      follower.release(true);
    }
  });

  test("is the organisation's own at its door, and nobody else's", async () => {
    portal.axis.punch(deviceDoor, "408627");
    await readLog();
    expect(await events(world.nord)).toHaveLength(1);
    expect(await events(syd)).toEqual([]);
    await portal.admin.query("update organizations set kind = 'housing' where id = $1", [
      portal.accounts.nord.organizationId,
    ]);
    portal.axis.punch(deviceDoor, "4816");
    await readLog();
    expect((await events(world.nord)).map(({ granted }) => granted)).toEqual([false]);
    expect((await events(world.system)).map(({ granted }) => granted)).toEqual([false, true]);
    await portal.admin.query("update organizations set kind = 'other'");
  });

  describe("in a housing association", () => {
    const granted = async (client: SupabaseClient) => (await events(client)).filter((row) => row.granted);
    beforeEach(async () => {
      await portal.admin.query("update organizations set kind = 'housing'");
      portal.axis.punch(deviceDoor, "4816");
      await readLog();
    });
    afterEach(() => portal.admin.query("update organizations set kind = 'other'"));

    test.each([
      ["no reason", {}],
      ["a reason that is none", { reason: "curiosity" }],
      ["another reason without words", { reason: "other" }],
      ["another reason of blanks", { reason: "other", text: "     " }],
      ["two signs", { reason: "other", text: "ab" }],
      ["ten thousand signs", { reason: "troubleshooting", text: "a".repeat(10_000) }],
    ])("%s shows nobody who was let in", async (_case, body) => {
      expect(await callFunction(world.nord, "granted-passages", body)).toMatchObject({ status: 400 });
      expect(await granted(world.nord)).toEqual([]);
    });

    // Covers: running.20
    test("a reason shows its author granted passages for a quarter of an hour, and the audit has it", async () => {
      expect(await granted(world.nord)).toEqual([]);
      await call(world.nord, "granted-passages", { reason: "other", text: "Inbrott i förrådet" });
      expect(await granted(world.nord)).toMatchObject([{ granted: true, access_point_id: door }]);
      expect(await events(syd)).toEqual([]);
      const { rows } = await portal.admin.query(
        "select actor, organization_id, after from audit where action = 'granted_passages_shown'",
      );
      const { userId, organizationId } = portal.accounts.nord;
      expect(rows).toEqual([
        { actor: userId, organization_id: organizationId, after: { reason: "other", text: "Inbrott i förrådet" } },
      ]);

      await callFunction(syd, "granted-passages", { reason: "investigation" });
      expect(await events(syd)).toEqual([]);

      // Pretends that sixteen minutes have passed; the audit row itself cannot be changed.
      await portal.admin.query(
        "begin; set local session_replication_role = replica; update audit set at = at - interval '16 minutes' where action = 'granted_passages_shown'; commit",
      );
      expect(await granted(world.nord)).toEqual([]);
    });
  });

  test("at a door of two organisations an unknown code is neither's", async () => {
    await portal.admin.query("insert into organization_controllers values ($1, $2)", [
      portal.accounts.syd.organizationId,
      world.controllerId,
    ]);
    portal.axis.punch(deviceDoor, "408627");
    portal.axis.punch(deviceDoor, "4816");
    await readLog();
    expect((await events(world.nord)).map(({ granted }) => granted)).toEqual([true]);
    expect(await events(syd)).toEqual([]);
    expect(await events(world.system)).toHaveLength(2);
    await portal.admin.query("delete from organization_controllers where organization_id = $1", [
      portal.accounts.syd.organizationId,
    ]);
  });

  test("a code that expired or was switched off is named when it is tried, and why", async () => {
    const ended = await addPerson("Elsa", "294817");
    const off = await addPerson("Olle", "518204");
    await portal.admin.query("update credentials set valid_to = now() where id = $1", [ended.credentialId]);
    await portal.admin.query("update credentials set enabled = false where id = $1", [off.credentialId]);
    await inStep();
    await readLog();
    await portal.admin.query("delete from door_events");
    portal.axis.punch(deviceDoor, "294817");
    portal.axis.punch(deviceDoor, "518204");
    await readLog();
    const rows = await events(world.system);
    const elsa = rows.find(({ credential_id }) => credential_id === ended.credentialId);
    const olle = rows.find(({ credential_id }) => credential_id === off.credentialId);
    const disabled = { granted: false, device_reason: "CredentialNotEnabled" };
    expect(elsa).toMatchObject({ ...disabled, reason: "expired" });
    expect(olle).toMatchObject({ ...disabled, reason: "disabled" });
    expect(await explain(world.nord, elsa?.id)).toMatchObject({
      reasons: [{ code: "expired" }],
      truths: {
        desired: { allowed: false, because: "expired" },
        held: { state: "suspended" },
        decided: { granted: false, reason: "expired", device_reason: "CredentialNotEnabled" },
      },
      end_user_id: ended.id,
    });
    expect((await explain(world.nord, olle?.id)).reasons).toMatchObject([{ code: "disabled" }]);
    await portal.admin.query("delete from end_users where id = any ($1)", [[ended.id, off.id]]);
    await inStep();
  });

  test("that was lost is a gap, from when to when", async () => {
    portal.axis.faults.wipe();
    portal.axis.punch(deviceDoor, "408627");
    await readLog();
    const { data } = await world.system.from("door_events").select("kind, gap_cause, gap_from").eq("kind", "gap");
    expect(data).toEqual([{ kind: "gap", gap_cause: "reset", gap_from: expect.any(String) }]);
    await call(world.system, "axis-proxy", { action: "SYNC_ACCESS_POINTS", controller_id: world.controllerId });
    await portal.admin.query("update controller_sync set verify_at = now()");
    await inStep();
  });

  test("while the log was being answered is not said to have been read, nor a door to have been as it was", async () => {
    await portal.admin.query("update door_states set read_at = now() - interval '1 minute'");
    await portal.admin.query("update door_event_cursors set states_at = now() + interval '1 hour'");
    portal.axis.faults.once({ kind: "slow", bytesPerSecond: 100 }, "axlog:FetchEvents2");
    await portal.admin.query("update door_event_cursors set next_read_at = '-infinity'");
    await inMidAnswer(portal.axis.requests);
    portal.axis.punch(deviceDoor, "408627");
    const logged = await one<Date>("select clock_timestamp() as value");
    // One statement reads both, since a later reading brings the event.
    const isRead = `select exists (select from door_events where kind = 'access') as value from door_event_cursors where complete_to >= $1`;
    const rows = await vi.waitUntil(
      async () => {
        await portal.admin.query("update door_event_cursors set next_read_at = '-infinity' where next_read_at > now()");
        const said = await portal.admin.query<{ value: boolean }>(isRead, [logged]);
        return said.rowCount === 1 && said.rows;
      },
      { timeout: paced(60_000), interval: 20 },
    );
    expect(rows).toEqual([{ value: true }]);
    // The doors' states are confirmed as of that question, too.
    const confirmed = await portal.admin.query("select source, read_at < $1 as before from door_states", [logged]);
    expect(confirmed.rows.length).toBeGreaterThan(0);
    for (const row of confirmed.rows) expect(row).toEqual({ source: "log", before: true });
    await portal.admin.query("update door_event_cursors set states_at = now()");
  });

  test("with a clock that is an hour fast happened when it happened, and never in the future", async () => {
    portal.axis.faults.clockSkew(3_600_000);
    const began = Date.now();
    portal.axis.punch(deviceDoor, "408627");
    await readLog();
    const [row] = await events(world.system);
    const occurredAt = Date.parse(row?.occurred_at ?? "");
    expect(occurredAt).toBeGreaterThan(began - 5_000);
    expect(occurredAt).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(row?.device_time ?? "") - began).toBeGreaterThan(3_500_000);
    portal.axis.faults.clockSkew(0);
  });
});

describe("why somebody did not get in", () => {
  const last = async () => (await events(world.system)).at(-1)?.id;

  test("is what was true then, though it was fixed since", async () => {
    const { credentialId } = await addPerson("Doris", "559283");
    await portal.admin.query("delete from controller_assignments where credential_id = $1 and access_point_id = $2", [
      credentialId,
      door,
    ]);
    await inStep();
    portal.axis.punch(deviceDoor, "559283");
    await readLog();
    const explained = await explain(world.nord, await last());
    expect(explained.reasons[0]?.code).toBe("no_assignment");
    expect(explained.truths).toMatchObject({
      desired: { allowed: false, because: "no_assignment" },
      held: { state: "present" },
      decided: { granted: false, reason: "not_permitted" },
    });
    await portal.admin.query(
      "insert into controller_assignments (credential_id, controller_id, access_point_id) values ($1, $2, $3)",
      [credentialId, world.controllerId, door],
    );
    await inStep();
    const fixed = await explain(world.nord, await last());
    expect(fixed.reasons).toEqual(explained.reasons);
    expect(fixed.changed_at).not.toBeNull();
  });

  test("when the code had left the door names those whose code it may have been, and not by its digits", async () => {
    const { id, credentialId } = await addPerson("Hugo", "662381");
    await portal.admin.query("update credentials set enabled = false where id = $1", [credentialId]);
    await inStep();
    // The week of suspension has ended.
    await portal.admin.query(
      "update device_sync set ended_at = ended_at - interval '8 days', next_try_at = now() where source_id = $1",
      [credentialId],
    );
    await vi.waitFor(
      () => expect(portal.axis.credentials().map(({ token }) => token)).not.toContain(`wp-c-${credentialId}`),
      {
        timeout: paced(60_000),
      },
    );
    await inStep();
    portal.axis.punch(deviceDoor, "662381");
    await readLog();
    const explained = await explain(world.nord, await last());
    expect(explained.reasons).toEqual([{ code: "unknown_code", since: null }]);
    // The page also names people whom earlier tests removed within the week.
    const stillThere = explained.candidates.filter(({ is_removed: isRemoved }) => !isRemoved);
    expect(stillThere).toMatchObject([{ end_user_id: id, name: "Hugo Exempel", cause: "disabled" }]);
    portal.axis.punch(deviceDoor, "100000");
    await readLog();
    expect((await explain(world.nord, await last())).candidates).toEqual(explained.candidates);
  });

  test("is nobody else's to ask", async () => {
    portal.axis.punch(deviceDoor, "408627");
    await readLog();
    const id = await last();
    expect(await callFunction(syd, "explain-passage", { source: "door", id })).toMatchObject({ status: 404 });
    expect(await callFunction(world.nord, "explain-passage", { source: "door", id })).toMatchObject({ status: 200 });
    expect(await callFunction(world.nord, "explain-passage", { source: "door", id: otherDoor })).toMatchObject({
      status: 404,
    });
  });
});
