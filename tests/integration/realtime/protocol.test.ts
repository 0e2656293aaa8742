import { once } from "node:events";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { adminPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import { openDeafSocket, openSocket } from "./raw-socket.ts";
import { insertPassage, listen, makeAdmin, type RealtimeServer, startRealtimeServer } from "./realtime-server.ts";

const SYSTEM = "system@example.se";
const TOPIC = "realtime:passages";

describe("the realtime socket", () => {
  let database: TestDatabase;
  let admin: pg.Pool;
  let server: RealtimeServer;
  let token: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    admin = adminPool(database);
    server = await startRealtimeServer(database);
    await makeAdmin(server, admin, { email: SYSTEM, role: "system_admin" });
    const { data } = await (await server.signIn(SYSTEM)).auth.getSession();
    token = data.session?.access_token ?? "";
  });
  afterAll(async () => {
    await server.stop();
    await admin.end();
    await database.drop();
  });

  const changes = [{ event: "*", schema: "public", table: "access_logs" }];
  const joinPayload = (accessToken = token) => ({ access_token: accessToken, config: { postgres_changes: changes } });
  const join = (topic = TOPIC, ref = "1") => [ref, ref, topic, "phx_join", joinPayload()];

  it("answers a heartbeat in the array spelling of protocol 2", async () => {
    const socket = await openSocket(server.url);
    socket.send([null, "7", "phoenix", "heartbeat", {}]);
    expect(await socket.next()).toEqual([null, "7", "phoenix", "phx_reply", { status: "ok", response: {} }]);
    socket.close();
  });

  it("joins, broadcasts and leaves in the object spelling of protocol 1", async () => {
    const socket = await openSocket(server.url, "?apikey=any-key&vsn=1.0.0");
    socket.send({ topic: TOPIC, event: "phx_join", payload: joinPayload(), ref: "1", join_ref: "1" });
    expect(await socket.next()).toMatchObject({
      topic: TOPIC,
      event: "phx_reply",
      ref: "1",
      payload: {
        status: "ok",
        response: { postgres_changes: [{ id: 1, event: "*", schema: "public", table: "access_logs" }] },
      },
    });
    expect(await socket.next()).toMatchObject({ event: "system", payload: { status: "ok", channel: "passages" } });
    const id = await insertPassage(admin, "V10001");
    server.realtime.wake();
    expect(await socket.next()).toMatchObject({
      topic: TOPIC,
      event: "postgres_changes",
      payload: {
        ids: [1],
        data: { type: "INSERT", schema: "public", table: "access_logs", record: { id }, errors: null },
      },
    });
    socket.send({ topic: TOPIC, event: "phx_leave", payload: {}, ref: "2", join_ref: "1" });
    expect(await socket.next()).toMatchObject({ event: "phx_reply", ref: "2", payload: { status: "ok" } });
    socket.close();
  });

  it("takes twenty channels on one socket, also of joins that are sent all at once", async () => {
    const socket = await openSocket(server.url);
    const JOINS = 40;
    for (let i = 0; i < JOINS; i += 1) socket.send(join(`realtime:kanal${i}`, String(i)));
    const said: unknown[] = [];
    while (said.length < JOINS) {
      const [, , , event, payload] = z.array(z.unknown()).parse(await socket.next());
      if (event === "phx_reply") said.push(z.object({ status: z.string() }).parse(payload).status);
    }
    expect(said.filter((status) => status === "ok")).toHaveLength(20);
    socket.close();
  });

  it("a second join of the same topic replaces the first: a passage comes once, under the new reference", async () => {
    const socket = await openSocket(server.url);
    for (const ref of ["1", "2"]) {
      socket.send(join(TOPIC, ref));
      expect(await socket.next()).toMatchObject([ref, ref, TOPIC, "phx_reply", { status: "ok" }]);
      expect(await socket.next()).toMatchObject([ref, null, TOPIC, "system", {}]);
    }
    await insertPassage(admin, "TVÅ001");
    server.realtime.wake();
    expect(await socket.next()).toMatchObject([
      "2",
      null,
      TOPIC,
      "postgres_changes",
      { data: { record: { plate_number: "TVÅ001" } } },
    ]);
    socket.send([null, "9", "phoenix", "heartbeat", {}]);
    expect(await socket.next()).toMatchObject([null, "9", "phoenix", "phx_reply", {}]);
    socket.close();
  });

  it.each([
    ["no token", ""],
    ["the anonymous key as token", "any-key"],
    ["a token of alg none", `${Buffer.from('{"alg":"none"}').toString("base64url")}.e30.`],
  ])("a join with %s is refused and says why", async (_what, accessToken) => {
    const socket = await openSocket(server.url);
    socket.send(["1", "1", TOPIC, "phx_join", joinPayload(accessToken)]);
    expect(await socket.next()).toEqual([
      "1",
      "1",
      TOPIC,
      "phx_reply",
      { status: "error", response: { reason: "Inloggningen gäller inte längre. Logga in igen." } },
    ]);
    socket.close();
  });

  it.each([
    ["broadcast", { type: "broadcast", event: "x", payload: {} }],
    ["presence", { type: "presence", event: "track" }],
  ])("%s is not taken", async (event, payload) => {
    const socket = await openSocket(server.url);
    socket.send(["1", "3", TOPIC, event, payload]);
    expect(await socket.next()).toMatchObject(["1", "3", TOPIC, "phx_reply", { status: "error" }]);
    socket.close();
  });

  it("a channel that asks for no changes is refused", async () => {
    const socket = await openSocket(server.url);
    socket.send(["1", "1", TOPIC, "phx_join", { access_token: token, config: { broadcast: { self: true } } }]);
    expect(await socket.next()).toMatchObject(["1", "1", TOPIC, "phx_reply", { status: "error" }]);
    socket.close();
  });

  it("the 21st channel of one socket is refused, the others go on", async () => {
    const socket = await openSocket(server.url);
    for (let i = 1; i <= 20; i += 1) {
      socket.send(join(`realtime:${i}`, String(i)));
      expect(await socket.next()).toMatchObject([String(i), String(i), `realtime:${i}`, "phx_reply", { status: "ok" }]);
      await socket.next();
    }
    socket.send(join("realtime:21", "21"));
    expect(await socket.next()).toMatchObject(["21", "21", "realtime:21", "phx_reply", { status: "error" }]);
    socket.close();
  });

  it.each([
    ["no JSON", "{", 1008],
    ["JSON that is no frame", '{"a":1}', 1008],
    ["a frame with a number as topic", '[null,"1",5,"phx_join",{}]', 1008],
    ["a frame of 40 kB", JSON.stringify([null, "1", "phoenix", "heartbeat", { x: "x".repeat(40_000) }]), 1009],
  ])("%s ends the socket", async (_what, message, code) => {
    const socket = await openSocket(server.url);
    socket.send(message);
    expect(await socket.closed).toBe(code);
  });

  it("bytes and a flood of messages end the socket", async () => {
    const bytes = await openSocket(server.url);
    bytes.sendBytes(new ArrayBuffer(4));
    expect(await bytes.closed).toBe(1003);
    const flood = await openSocket(server.url);
    for (let i = 0; i < 200; i += 1) flood.send([null, String(i), "phoenix", "heartbeat", {}]);
    expect(await flood.closed).toBe(1013);
  });

  it("an unknown protocol version is refused before the upgrade", async () => {
    await expect(openSocket(server.url, "?vsn=9.9.9")).rejects.toThrow("the socket was refused");
    const plain = await fetch(`${server.url}/realtime/v1/websocket`);
    expect(plain.status).toBe(404);
  });

  it("a client that stops reading is let go, and the others miss nothing", async () => {
    const deaf = await openDeafSocket(server.url, join("realtime:deaf"));
    const client = await server.signIn(SYSTEM);
    const listener = await listen(client, { event: "INSERT", filter: "plate_number=eq.SIST01" });
    for (let round = 0; round < 12; round += 1) {
      await admin.query(
        "insert into access_logs (plate_number, access_granted, access_reason) select repeat('X', 250), false, 'no_match' from generate_series(1, 1500) i",
      );
      server.realtime.wake();
    }
    await insertPassage(admin, "SIST01");
    await expect.poll(() => listener.received.length).toBe(1);
    // When the socket reads on, it finds what was under way and then the connection's end.
    deaf.on("error", () => {});
    deaf.resume();
    await once(deaf, "close");
    expect(listener.states).toEqual([{ status: "SUBSCRIBED", message: undefined }]);
    await client.removeAllChannels();
  });
});
