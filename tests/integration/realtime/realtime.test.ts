import type { SupabaseClient } from "@supabase/supabase-js";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { paced } from "#tests/support/pace.ts";
import { adminPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import {
  insertPassage,
  type Listening,
  listen,
  makeAdmin,
  makeOrganization,
  type RealtimeServer,
  startRealtimeServer,
} from "./realtime-server.ts";

const SYSTEM = "system@example.se";
const NORD = "nord@example.se";
const WITHIN = { timeout: paced(60_000), interval: 50 };

describe("the live access log", () => {
  let database: TestDatabase;
  let admin: pg.Pool;
  let server: RealtimeServer;
  let other: RealtimeServer;
  let north: string;
  const clients: SupabaseClient[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    admin = adminPool(database);
    [server, other] = await Promise.all([startRealtimeServer(database), startRealtimeServer(database)]);
    await makeAdmin(server, admin, { email: SYSTEM, role: "system_admin" });
    north = await makeOrganization(admin);
    await makeAdmin(server, admin, { email: NORD, role: "org_admin", organizationId: north });
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) {
      await client.removeAllChannels();
      await client.realtime.disconnect();
    }
  });
  afterAll(async () => {
    await server.stop();
    await other.stop();
    await admin.end();
    await database.drop();
  });

  const signIn = async (email = SYSTEM, on = server) => {
    const client = await on.signIn(email);
    clients.push(client);
    return client;
  };

  // Covers: 7.7
  it("a passage written by SQL arrives as it stands in the table", async () => {
    const listener = await listen(await signIn());
    expect(listener.states).toEqual([{ status: "SUBSCRIBED", message: undefined }]);
    const id = await insertPassage(admin, "ABC123");
    await vi.waitFor(() => expect(listener.received).toHaveLength(1), WITHIN);
    expect(listener.received[0]).toMatchObject({
      eventType: "INSERT",
      payload: {
        schema: "public",
        table: "access_logs",
        new: { id, plate_number: "ABC123", access_granted: false, access_reason: "no_match", macro_executed: null },
      },
    });
  });

  it("a passage is seen once, and again when its macro has run", async () => {
    const listener = await listen(await signIn());
    const id = await insertPassage(admin, "UPD123");
    await vi.waitFor(() => expect(listener.received).toHaveLength(1), WITHIN);
    await admin.query("update access_logs set macro_executed = true, changed_at = clock_timestamp() where id = $1", [
      id,
    ]);
    await vi.waitFor(() => expect(listener.received).toHaveLength(2), WITHIN);
    // Two further reads of the same ten seconds bring nothing twice.
    await insertPassage(admin, "EFTER1");
    await vi.waitFor(() => expect(listener.plates()).toContain("EFTER1"), WITHIN);
    expect(listener.received.map(({ eventType, plate, macro }) => [eventType, plate, macro])).toEqual([
      ["INSERT", "UPD123", null],
      ["UPDATE", "UPD123", true],
      ["INSERT", "EFTER1", null],
    ]);
    expect(listener.received[1]?.payload.old).toEqual({ id });
  });

  it("a reader of updates alone hears of one even when row and update came together", async () => {
    const listener = await listen(await signIn(), { event: "UPDATE" });
    await admin.query(
      "insert into access_logs (plate_number, access_granted, access_reason, macro_executed, changed_at) values ('SAMMA1', true, 'valid_credential', true, clock_timestamp())",
    );
    await vi.waitFor(() => expect(listener.received).toHaveLength(1), WITHIN);
    expect(listener.received[0]).toMatchObject({ eventType: "UPDATE", plate: "SAMMA1" });
  });

  it("an update of a passage from last week arrives", async () => {
    await admin.query("select private.ensure_access_log_partitions()");
    const { rows } = await admin.query(
      "insert into access_logs (plate_number, access_granted, access_reason, detected_at) values ('GAMMAL', true, 'valid_credential', now() - interval '7 days') returning id",
    );
    const listener = await listen(await signIn());
    await admin.query("update access_logs set macro_executed = false, changed_at = clock_timestamp() where id = $1", [
      rows[0].id,
    ]);
    await vi.waitFor(() => expect(listener.received).toHaveLength(1), WITHIN);
    expect(listener.received[0]).toMatchObject({ eventType: "UPDATE", plate: "GAMMAL", macro: false });
  });

  it("a passage whose transaction stayed open for three seconds is not lost, though newer ones came first", async () => {
    const listener = await listen(await signIn());
    const slow = await admin.connect();
    await slow.query("begin");
    await insertPassage(slow, "SEN001");
    await insertPassage(admin, "SNABB1");
    await vi.waitFor(() => expect(listener.plates()).toEqual(["SNABB1"]), WITHIN);
    await slow.query("select pg_sleep(3)");
    await slow.query("commit");
    slow.release();
    await vi.waitFor(() => expect(listener.plates()).toEqual(["SNABB1", "SEN001"]), WITHIN);
  });

  it("rows read for others before the subscription are not replayed", async () => {
    // A row that no subscriber has received may have been committed after the subscription, so it is sent.
    const earlier = await listen(await signIn());
    await insertPassage(admin, "TIDIG1");
    await vi.waitFor(() => expect(earlier.plates()).toContain("TIDIG1"), WITHIN);
    const listener = await listen(await signIn());
    await insertPassage(admin, "SENARE");
    await vi.waitFor(() => expect(listener.plates()).toContain("SENARE"), WITHIN);
    expect(listener.plates()).toEqual(["SENARE"]);
  });

  it("a burst of 1,200 passages arrives whole, each once", async () => {
    const listener = await listen(await signIn());
    await admin.query(
      "insert into access_logs (plate_number, access_granted, access_reason) select 'MASS' || i, false, 'no_match' from generate_series(1, 1200) i",
    );
    await vi.waitFor(() => expect(listener.received.length).toBeGreaterThanOrEqual(1200), WITHIN);
    expect(new Set(listener.plates()).size).toBe(1200);
    expect(listener.received).toHaveLength(1200);
  });

  it("a filter and a choice of columns are obeyed", async () => {
    const listener = await listen(await signIn(), {
      event: "INSERT",
      filter: "plate_number=eq.VALD01",
      select: ["id", "plate_number"],
    });
    await insertPassage(admin, "ANNAN1");
    const id = await insertPassage(admin, "VALD01");
    await vi.waitFor(() => expect(listener.received).toHaveLength(1), WITHIN);
    expect(listener.received[0]?.payload.new).toEqual({ id, plate_number: "VALD01" });
  });

  it.each([
    [
      "another table",
      { table: "credentials" },
      "Endast ändringar i public.access_logs, public.door_events, public.shared_door_events, public.door_states kan följas, inte public.credentials.",
    ],
    [
      "deletions of some, by what is no longer known",
      { event: "DELETE", filter: "plate_number=eq.A" },
      "Av en borttagen rad är bara id känt: borttagningar kan inte filtreras på plate_number.",
    ],
    [
      "a value that the column cannot have",
      { filter: "detected_at=gt.igår" },
      "Filtret detected_at=gt.igår har ett värde som kolumnen inte kan ha.",
    ],
    [
      "an unknown operator",
      { filter: "plate_number=match.(a+)+$" },
      "Filtret plate_number=match.(a+)+$ stöds inte; skriv kolumn=operator.värde med eq, neq, gt, gte, lt, lte, in, is, isdistinct, like, ilike, not.…, och komma mellan villkor som alla ska gälla.",
    ],
    ["an unknown column", { filter: "secret=eq.1" }, "Kolumnen secret finns inte."],
    ["an unknown column to show", { select: ["secret"] }, "Kolumnen secret finns inte."],
  ] satisfies [string, Listening, string][])(
    "a request for %s is refused with a clear sentence",
    async (_what, options, message) => {
      const listener = await listen(await signIn(), options);
      expect(listener.states[0]).toEqual({ status: "CHANNEL_ERROR", message });
    },
  );

  it.each([
    ["neq", "plate_number=neq.FIL002", ["FIL001", "FIL003"]],
    ["gt", "plate_number=gt.FIL001", ["FIL002", "FIL003"]],
    ["gte", "plate_number=gte.FIL002", ["FIL002", "FIL003"]],
    ["lt", "plate_number=lt.FIL002", ["FIL001"]],
    ["lte", "plate_number=lte.FIL002", ["FIL001", "FIL002"]],
    ["in", "plate_number=in.(FIL001,FIL003)", ["FIL001", "FIL003"]],
    ["and", "plate_number=gt.FIL001,plate_number=not.like.%3", ["FIL002"]],
    ["in the future", "detected_at=gt.2999-01-01T00:00:00Z", []],
    ["in the past", "detected_at=gte.2020-01-01T00:00:00Z", ["FIL001", "FIL002", "FIL003"]],
  ])("the filter %s is the database's own comparison", async (_operator, filter, expected) => {
    const client = await signIn();
    const filtered = await listen(client, { event: "INSERT", filter }, "filtered");
    const all = await listen(client, { event: "INSERT" }, "all");
    for (const plate of ["FIL001", "FIL002", "FIL003"]) await insertPassage(admin, plate);
    await vi.waitFor(() => expect(all.plates()).toEqual(["FIL001", "FIL002", "FIL003"]), WITHIN);
    expect(filtered.plates()).toEqual(expected);
  });

  it("a deleted passage is sent by its key, once, and on every server, to those who ask for deletions", async () => {
    const here = await listen(await signIn(), { event: "DELETE" });
    const there = await listen(await signIn(SYSTEM, other), { event: "*" });
    const additions = await listen(await signIn(), { event: "INSERT" });
    const id = await insertPassage(admin, "BORT01");
    const kept = await insertPassage(admin, "BORT02");
    await vi.waitFor(() => expect(there.plates()).toEqual(["BORT01", "BORT02"]), WITHIN);
    // The server tells nothing of a row that is gone before it was read.
    await vi.waitFor(() => expect(additions.plates()).toEqual(["BORT01", "BORT02"]), WITHIN);
    await admin.query("delete from access_logs where id = $1", [id]);
    await vi.waitFor(() => expect(here.received).toHaveLength(1), WITHIN);
    await vi.waitFor(() => expect(there.received).toHaveLength(3), WITHIN);
    expect(here.received[0]?.payload).toMatchObject({ eventType: "DELETE", old: { id }, new: {} });
    await insertPassage(admin, "BORT03");
    await vi.waitFor(() => expect(additions.plates()).toEqual(["BORT01", "BORT02", "BORT03"]), WITHIN);
    await admin.query("delete from access_logs where id = $1", [kept]);
    await vi.waitFor(
      () => expect(here.received.map(({ payload }) => payload)).toMatchObject([{ old: { id } }, { old: { id: kept } }]),
      WITHIN,
    );
  });

  it("deletions before the subscription are not replayed, and an undone deletion is none", async () => {
    const before = await insertPassage(admin, "FÖRE01");
    const undone = await insertPassage(admin, "FÖRE02");
    const witness = await listen(await signIn(), { event: "DELETE" });
    await admin.query("delete from access_logs where id = $1", [before]);
    await vi.waitFor(() => expect(witness.received).toHaveLength(1), WITHIN);
    const listener = await listen(await signIn(), { event: "DELETE" });
    await admin.query(
      `do $$ begin delete from access_logs where id = '${undone}'; raise exception 'undo'; exception when others then null; end $$`,
    );
    const after = await insertPassage(admin, "FÖRE03");
    await admin.query("delete from access_logs where id = $1", [after]);
    await vi.waitFor(
      () => expect(listener.received.map(({ payload }) => payload)).toMatchObject([{ old: { id: after } }]),
      WITHIN,
    );
  });

  it("an org admin hears of the own organisation's passages, and of no other's, nobody's or deletion", async () => {
    const theirs = await listen(await signIn(NORD), { event: "*" });
    const ours = await listen(await signIn(), { event: "*" });
    expect(theirs.states[0]).toMatchObject({ status: "SUBSCRIBED" });
    const nobodys = await insertPassage(admin, "HEMLIG");
    const of = (plate: string, organization: string) =>
      admin.query(
        "insert into access_logs (plate_number, access_granted, access_reason, organization_id) values ($1, false, 'expired', $2)",
        [plate, organization],
      );
    await of("ANNANS", await makeOrganization(admin));
    await admin.query("delete from access_logs where id = $1", [nobodys]);
    await vi.waitFor(
      () =>
        expect(ours.received.map(({ payload }) => payload)).toContainEqual(
          expect.objectContaining({ eventType: "DELETE" }),
        ),
      WITHIN,
    );
    await of("EGEN01", north);
    await vi.waitFor(() => expect(theirs.plates()).toEqual(["EGEN01"]), WITHIN);
    await vi.waitFor(() => expect(ours.plates()).toEqual(expect.arrayContaining(["ANNANS", "EGEN01"])), WITHIN);
    expect(theirs.received).toHaveLength(1);
  });

  it("after a reason an admin, and no colleague, hears of a housing association's granted passages", async () => {
    const housing = await makeOrganization(admin);
    await admin.query("update organizations set kind = 'housing' where id = $1", [housing]);
    const of = (email: string) => makeAdmin(server, admin, { email, role: "org_admin", organizationId: housing });
    await of("kollega@example.se");
    const looking = await of("utreder@example.se");
    await admin.query("insert into audit (actor, organization_id, action) values ($1, $2, 'granted_passages_shown')", [
      looking,
      housing,
    ]);
    const colleague = await listen(await signIn("kollega@example.se"));
    const reader = await listen(await signIn("utreder@example.se"));
    const drive = (plate: string, granted: boolean) =>
      admin.query(
        "insert into access_logs (plate_number, access_granted, access_reason, organization_id) values ($1, $2, $3, $4)",
        [plate, granted, granted ? "valid_credential" : "expired", housing],
      );
    await drive("HEMMA1", true);
    await vi.waitFor(() => expect(reader.plates()).toEqual(["HEMMA1"]), WITHIN);
    await drive("NEKAD1", false);
    await vi.waitFor(() => expect(colleague.plates()).toEqual(["NEKAD1"]), WITHIN);
    await vi.waitFor(() => expect(reader.plates()).toEqual(["HEMMA1", "NEKAD1"]), WITHIN);
  });

  it("nobody without a session gets a channel", async () => {
    const client = await signIn();
    await client.auth.signOut({ scope: "local" });
    await client.realtime.setAuth("any-key");
    const listener = await listen(client);
    expect(listener.states[0]).toMatchObject({ status: "CHANNEL_ERROR" });
  });

  it("a person who must change the password gets no channel", async () => {
    await makeAdmin(server, admin, { email: "ny@example.se", role: "system_admin" });
    const client = await signIn("ny@example.se");
    await admin.query("update auth.users set must_change_password = true where email = 'ny@example.se'");
    const listener = await listen(client);
    expect(listener.states[0]?.message).toContain("lösenord");
  });

  it("a session without its second factor gets no channel, and hears no more on an open one", async () => {
    const id = await makeAdmin(server, admin, { email: "steg@example.se", role: "system_admin" });
    const client = await signIn("steg@example.se");
    const open = await listen(client);
    const staying = await listen(await signIn());
    await admin.query(
      "insert into auth.mfa_factors (user_id, friendly_name, factor_type, status) values ($1, 'Appen', 'totp', 'verified')",
      [id],
    );
    await insertPassage(admin, "STEG01");
    await vi.waitFor(() => expect(staying.plates()).toEqual(["STEG01"]), WITHIN);
    expect(open.received).toEqual([]);
    await vi.waitFor(() => expect(open.states.at(-1)?.status).toBe("CLOSED"), WITHIN);
    const again = await listen(client, {}, "again");
    expect(again.states[0]).toMatchObject({ status: "CHANNEL_ERROR" });
  });

  it("an ended session hears nothing of what is written after it, and loses its channel", async () => {
    const id = await makeAdmin(server, admin, { email: "slut@example.se", role: "system_admin" });
    const ending = await listen(await signIn("slut@example.se"));
    const staying = await listen(await signIn());
    await server.auth.administration.revokeSessions(server.auth.pool, id, "signed_out");
    await insertPassage(admin, "EFTERÅT");
    await vi.waitFor(() => expect(staying.plates()).toEqual(["EFTERÅT"]), WITHIN);
    expect(ending.received).toEqual([]);
    await vi.waitFor(() => expect(ending.states.at(-1)?.status).toBe("CLOSED"), WITHIN);
  });

  // Covers: auth.27
  it("an ended session loses its channel though nothing is written", async () => {
    const id = await makeAdmin(server, admin, { email: "tyst@example.se", role: "system_admin" });
    const listener = await listen(await signIn("tyst@example.se"));
    await server.auth.administration.deleteUser(server.auth.pool, id);
    await vi.waitFor(() => expect(listener.states.at(-1)?.status).toBe("CLOSED"), WITHIN);
  });

  // Covers: 6.4
  it("a subscriber who is made org admin hears no more", async () => {
    const id = await makeAdmin(server, admin, { email: "byter@example.se", role: "system_admin" });
    const moved = await listen(await signIn("byter@example.se"));
    const staying = await listen(await signIn());
    await admin.query(
      "update user_roles set role = 'org_admin', organization_id = (select id from organizations limit 1) where user_id = $1",
      [id],
    );
    await insertPassage(admin, "FLYTT1");
    await vi.waitFor(() => expect(staying.plates()).toEqual(["FLYTT1"]), WITHIN);
    expect(moved.received).toEqual([]);
    await vi.waitFor(() => expect(moved.states.at(-1)?.status).toBe("CLOSED"), WITHIN);
  });

  it("a client that refreshes its session goes on hearing past the end of its first token", async () => {
    const short = await startRealtimeServer(database, { settings: { accessTokenSeconds: paced(3) } });
    const client = await short.signIn(SYSTEM, { heartbeatIntervalMs: 500 });
    const listener = await listen(client);
    const { data } = await client.auth.getSession();
    const end = (data.session?.expires_at ?? 0) * 1000;
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(end + 2_000), { timeout: paced(60_000), interval: 100 });
    await insertPassage(admin, "NYTT01");
    await vi.waitFor(() => expect(listener.plates()).toContain("NYTT01"), WITHIN);
    await client.removeAllChannels();
    await short.stop();
  });

  it("a client that does not refresh its session is turned away when its token ends", async () => {
    const short = await startRealtimeServer(database, { settings: { accessTokenSeconds: 2 } });
    const client = await short.signIn(SYSTEM);
    const listener = await listen(client);
    await vi.waitFor(() => expect(listener.states.at(-1)?.status).toBe("CHANNEL_ERROR"), WITHIN);
    await insertPassage(admin, "FÖRSENT");
    const staying = await listen(await signIn());
    await insertPassage(admin, "EFTER2");
    await vi.waitFor(() => expect(staying.plates()).toContain("EFTER2"), WITHIN);
    expect(listener.plates()).toEqual([]);
    await client.removeAllChannels();
    await short.stop();
  });

  it("passages reach the people of every server on the database", async () => {
    const here = await listen(await signIn(SYSTEM, server));
    const there = await listen(await signIn(SYSTEM, other));
    await insertPassage(admin, "ÖVER01");
    server.realtime.wake();
    await vi.waitFor(() => expect([here.plates(), there.plates()]).toEqual([["ÖVER01"], ["ÖVER01"]]), WITHIN);
  });

  it("a client whose server was away comes back by itself and hears the next passage", async () => {
    const first = await startRealtimeServer(database);
    const client = await signIn(SYSTEM, first);
    const listener = await listen(client);
    const port = Number(new URL(first.url).port);
    await first.stop();
    const second = await startRealtimeServer(database, { port });
    await vi.waitFor(
      () => expect(listener.states.filter(({ status }) => status === "SUBSCRIBED")).toHaveLength(2),
      WITHIN,
    );
    await insertPassage(admin, "ÅTER01");
    await vi.waitFor(() => expect(listener.plates()).toContain("ÅTER01"), WITHIN);
    await client.realtime.disconnect();
    await second.stop();
  });

  it("database connections killed under it cost no passage", async () => {
    const listener = await listen(await signIn());
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator' and datname = current_database()",
    );
    await insertPassage(admin, "DÖD001");
    await vi.waitFor(() => expect(listener.plates()).toEqual(["DÖD001"]), WITHIN);
  });

  it("leaving the channel ends it at once", async () => {
    const client = await signIn();
    const listener = await listen(client);
    const staying = await listen(await signIn());
    expect(await client.removeChannel(listener.channel)).toBe("ok");
    await insertPassage(admin, "LÄMNAT");
    await vi.waitFor(() => expect(staying.plates()).toEqual(["LÄMNAT"]), WITHIN);
    expect(listener.received).toEqual([]);
  });
});
