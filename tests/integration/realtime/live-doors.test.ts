// Follows doors and their events with an unmodified client: each organisation gets changes of its own rows and of no hidden ones.
import type { SupabaseClient } from "@supabase/supabase-js";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { paced } from "#tests/support/pace.ts";
import { adminPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import {
  type Listener,
  listen,
  makeAdmin,
  makeOrganization,
  type RealtimeServer,
  startRealtimeServer,
} from "./realtime-server.ts";

const [SYSTEM, NORD, SYD] = ["system@example.se", "nord@example.se", "syd@example.se"];
const WITHIN = { timeout: paced(60_000), interval: 50 };

describe("doors followed live", () => {
  let database: TestDatabase;
  let admin: pg.Pool;
  let server: RealtimeServer;
  let [nord, syd] = ["", ""];
  /** A door of each organisation, on a controller of its own. */
  let [north, south] = [door(), door()];
  const clients: SupabaseClient[] = [];

  function door() {
    return { id: "", controllerId: "" };
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    admin = adminPool(database);
    server = await startRealtimeServer(database);
    [nord, syd] = [await makeOrganization(admin), await makeOrganization(admin)];
    await makeAdmin(server, admin, { email: SYSTEM, role: "system_admin" });
    await makeAdmin(server, admin, { email: NORD, role: "org_admin", organizationId: nord });
    await makeAdmin(server, admin, { email: SYD, role: "org_admin", organizationId: syd });
    [north, south] = [await makeDoor(nord), await makeDoor(syd)];
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) {
      await client.removeAllChannels();
      await client.realtime.disconnect();
    }
    await admin.query("update organizations set kind = 'other'");
  });
  afterAll(async () => {
    await server.stop();
    await admin.end();
    await database.drop();
  });

  const idOf = async (text: string, values: unknown[]): Promise<string> =>
    z.object({ id: z.string() }).parse((await admin.query(text, values)).rows[0]).id;

  async function makeDoor(organizationId: string): Promise<typeof north> {
    const controllerId = await idOf(
      "insert into controllers (name, device_type, device_ip, organization_id) values ('Port ' || $1::text, 'axis', '192.0.2.5', $1::uuid) returning id",
      [organizationId],
    );
    await admin.query("insert into organization_controllers (organization_id, controller_id) values ($1, $2)", [
      organizationId,
      controllerId,
    ]);
    const id = await idOf(
      "insert into access_points (controller_id, name, device_door_token) values ($1, 'Entré', 'd1') returning id",
      [controllerId],
    );
    return { id, controllerId };
  }
  const follow = async (email: string, table: string): Promise<Listener> => {
    const client = await server.signIn(email);
    clients.push(client);
    const listener = await listen(client, { table });
    expect(listener.states).toEqual([{ status: "SUBSCRIBED", message: undefined }]);
    return listener;
  };
  const everybody = async (table: string) => ({
    system: await follow(SYSTEM, table),
    nord: await follow(NORD, table),
    syd: await follow(SYD, table),
  });
  const receivedBy = ({ received }: Listener, column: string) => received.map(({ payload }) => payload.new[column]);

  const setMode = (one: typeof north, mode: string) =>
    admin.query(
      "update door_states set mode = $2, read_at = now(), changed_at = clock_timestamp() where access_point_id = $1",
      [one.id, mode],
    );
  const addEvent = (
    one: typeof north,
    organizationId: string | null,
    event: { kind?: string; granted?: boolean } = {},
  ) =>
    idOf(
      `insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, granted, reason)
       values (gen_random_uuid(), now(), now(), $1, $2, $3, $4, $5, case when $5 = false then 'unknown_code' end) returning id`,
      [one.controllerId, one.id, organizationId, event.kind ?? "access", event.kind ? null : (event.granted ?? false)],
    );

  it("a door's change comes as it stands in the table, to those whom the door is offered to", async () => {
    const following = await everybody("door_states");
    await setMode(south, "unlocked");
    await setMode(north, "blocked");
    await vi.waitFor(() => expect(following.system.received).toHaveLength(2), WITHIN);
    await vi.waitFor(() => expect(following.nord.received).toHaveLength(1), WITHIN);
    await vi.waitFor(() => expect(following.syd.received).toHaveLength(1), WITHIN);
    expect(following.nord.received[0]).toMatchObject({
      eventType: "UPDATE",
      payload: { schema: "public", table: "door_states", new: { access_point_id: north.id, mode: "blocked" } },
    });
    expect(receivedBy(following.syd, "access_point_id")).toEqual([south.id]);
  });

  it("a reading that shows what was known is no news", async () => {
    const { nord: listener } = await everybody("door_states");
    await admin.query("update door_states set read_at = now() + interval '1 second', asked_at = now()");
    await setMode(north, "locked");
    await vi.waitFor(() => expect(receivedBy(listener, "mode")).toEqual(["locked"]), WITHIN);
  });

  it("a door's event comes to its organisation alone; an event of nobody only to system admins", async () => {
    const following = await everybody("door_events");
    const foreign = await addEvent(south, syd);
    const nobodys = await addEvent(north, null);
    const own = await addEvent(north, nord);
    const forced = await addEvent(north, nord, { kind: "door_forced" });
    await vi.waitFor(() => expect(following.system.received).toHaveLength(4), WITHIN);
    await vi.waitFor(() => expect(following.nord.received).toHaveLength(2), WITHIN);
    await vi.waitFor(() => expect(following.syd.received).toHaveLength(1), WITHIN);
    expect(new Set(receivedBy(following.system, "id"))).toEqual(new Set([foreign, nobodys, own, forced]));
    expect(new Set(receivedBy(following.nord, "id"))).toEqual(new Set([own, forced]));
    expect(receivedBy(following.syd, "id")).toEqual([foreign]);
  });

  it("a housing association's admins get refusals and no granted passages", async () => {
    await admin.query("update organizations set kind = 'housing' where id = $1", [nord]);
    const following = await everybody("door_events");
    const cameHome = await addEvent(north, nord, { granted: true });
    const refused = await addEvent(north, nord);
    await vi.waitFor(() => expect(following.system.received).toHaveLength(2), WITHIN);
    await vi.waitFor(() => expect(following.nord.received).toHaveLength(1), WITHIN);
    expect(new Set(receivedBy(following.system, "id"))).toEqual(new Set([cameHome, refused]));
    expect(receivedBy(following.nord, "id")).toEqual([refused]);
    expect(following.syd.received).toEqual([]);
  });

  it("a door that is not offered any more is not received of any more", async () => {
    const following = await everybody("door_states");
    await admin.query("delete from organization_controllers where controller_id = $1", [north.controllerId]);
    await setMode(north, "unlocked");
    await setMode(south, "locked");
    await vi.waitFor(() => expect(following.system.received).toHaveLength(2), WITHIN);
    await vi.waitFor(() => expect(following.syd.received).toHaveLength(1), WITHIN);
    expect(following.nord.received).toEqual([]);
    await admin.query("insert into organization_controllers (organization_id, controller_id) values ($1, $2)", [
      nord,
      north.controllerId,
    ]);
  });
});
