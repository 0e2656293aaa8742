// The camera's image of a read: off until a gate has a camera, shown only to readers of that passage, limited and audited.
import { readFileSync } from "node:fs";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { IMAGES_PER_HOUR } from "#contract/limits.ts";
import { auditPage } from "#contract/tables/audit.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

const SOURCE = "SERVER1/DeviceIpint.1/SourceEndpoint.video:0:0";
const IMAGE = readFileSync(new URL("../../../simulators/axxon/frame.jpg", import.meta.url));

let portal: TestPortal;
let world: MainWorld;
let passage: string;
beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  passage = await drive("MLB84A");
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.axxon.faults.clear();
  portal.axxon.state.switches.archive = "images";
  portal.axxon.state.switches.archiveRefusal = null;
  await portal.admin.query("delete from auth.rate_limits");
  await setCamera(SOURCE);
});

const answer = z.object({ log_id: z.string() });
const drive = async (plate: string) => answer.parse(JSON.parse((await portal.axxon.drive(plate)).answer)).log_id;
const setCamera = (frame_source: string | null) =>
  callFunction(world.system, "controller-manager", { action: "UPDATE", id: world.gateId, payload: { frame_source } });
const looked = async () =>
  (
    await portal.admin.query(
      "select actor, organization_id, subject_table, subject_id, subject_name, after from audit where action = 'image_shown' order by at, id",
    )
  ).rows;
const requests = () => portal.axxon.requests.count("GET /archive/media");

async function image(client: SupabaseClient, id: string) {
  const { data } = await client.auth.getSession();
  const reply = await fetch(`${portal.url}/functions/v1/passage-image`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${data.session?.access_token ?? ""}` },
    body: JSON.stringify({ id }),
  });
  const bytes = Buffer.from(await reply.arrayBuffer());
  const isJson = reply.headers.get("content-type")?.startsWith("application/json") === true;
  const refused = isJson ? z.record(z.string(), z.unknown()).parse(JSON.parse(bytes.toString("utf8"))) : {};
  return {
    status: reply.status,
    reason: refused["reason"],
    headers: reply.headers,
    bytes,
    text: bytes.toString("utf8"),
  };
}
const reasonOf = async (client: SupabaseClient, id = passage) => {
  const { status, reason } = await image(client, id);
  return [status, reason];
};

test("an image goes to its caller, is kept nowhere, and the event log says who looked at which read", async () => {
  const before = (await looked()).length;
  const { status, headers, bytes } = await image(world.nord, passage);
  expect(status).toBe(200);
  expect(bytes.equals(IMAGE)).toBe(true);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "image/jpeg",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  const rows = (await looked()).slice(before);
  expect(rows).toEqual([
    {
      actor: portal.accounts.nord.userId,
      organization_id: portal.accounts.nord.organizationId,
      subject_table: "controllers",
      subject_id: world.gateId,
      subject_name: "Infart Norr",
      after: { log_id: passage, detected_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    },
  ]);
  const detected = await portal.admin.query("select detected_at from access_logs where id = $1", [passage]);
  expect(new Date(rows[0].after.detected_at)).toEqual(detected.rows[0].detected_at);
});

// Covers: tenant.8
test("a system admin's look stands in the log of the passage's organisation, or the gate's only one", async () => {
  const { nord, syd, system } = portal.accounts;
  const nobodys = await drive("ZZZ999");
  const sydClient = await signedInClient(portal.url, portal.accounts.syd);
  const readBy = async (client: SupabaseClient) => {
    const { data } = await client.rpc("audit_page", { actions: ["image_shown"], actor: system.userId });
    return auditPage.reply.parse(data).rows.map(({ organization_id, after }) => [organization_id, after?.["log_id"]]);
  };
  const link = (organizationId: string | null) =>
    portal.admin.query("insert into organization_controllers values ($1, $2)", [organizationId, world.gateId]);
  const unlink = (organizationId: string | null) =>
    portal.admin.query("delete from organization_controllers where organization_id = $1 and controller_id = $2", [
      organizationId,
      world.gateId,
    ]);

  // Only Nord uses the gate, so a passage with an unknown plate also belongs to Nord.
  await image(world.system, passage);
  await image(world.system, nobodys);
  const own = [
    [nord.organizationId, nobodys],
    [nord.organizationId, passage],
  ];
  expect([await readBy(world.nord), await readBy(sydClient)]).toEqual([own, []]);

  await link(syd.organizationId);
  await image(world.system, passage);
  await image(world.system, nobodys);
  await unlink(syd.organizationId);
  expect([await readBy(world.nord), await readBy(sydClient)]).toEqual([[[nord.organizationId, passage], ...own], []]);
  expect((await readBy(world.system)).slice(0, 2)).toEqual([
    [null, nobodys],
    [nord.organizationId, passage],
  ]);
});

test("a gate begins without images, and no camera is asked", async () => {
  await setCamera(null);
  const before = [requests(), (await looked()).length];
  expect(await reasonOf(world.system)).toEqual([409, "image_off"]);
  expect([requests(), (await looked()).length]).toEqual(before);
  const { rows } = await portal.admin.query(
    "select count(*)::int as n from controllers where frame_source is not null",
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test("the explanation of a passage says whether there is one to ask for", async () => {
  const has = async () =>
    (await callFunction(world.nord, "explain-passage", { source: "gate", id: passage })).body["has_image"];
  expect(await has()).toBe(true);
  await setCamera("");
  expect(await has()).toBe(false);
});

describe("a caller who may not read the passage in the log", () => {
  test("from another organisation gets no image, and is charged nothing", async () => {
    const before = [requests(), (await looked()).length];
    const syd = await signedInClient(portal.url, portal.accounts.syd);
    expect(await reasonOf(syd)).toEqual([404, "passage_gone"]);
    // Not even Nord sees the image of an unknown plate, because no organisation has that plate in its log.
    expect(await reasonOf(world.nord, await drive("ZZZ999"))).toEqual([404, "passage_gone"]);
    expect([requests(), (await looked()).length]).toEqual(before);
    expect((await portal.admin.query("select from auth.rate_limits where key like 'image:%'")).rowCount).toBe(0);
  });

  test("in a housing association gives a reason first", async () => {
    const setKind = (kind: string) =>
      portal.admin.query("update organizations set kind = $2 where id = $1", [
        portal.accounts.nord.organizationId,
        kind,
      ]);
    await setKind("housing");
    expect(await reasonOf(world.nord)).toEqual([404, "passage_gone"]);
    await callFunction(world.nord, "granted-passages", { reason: "troubleshooting" });
    expect(await reasonOf(world.nord)).toEqual([200, undefined]);
    await setKind("other");
  });
});

test("an account asks for so many an hour, over all its sessions, and another account has its own", async () => {
  for (let n = 0; n < IMAGES_PER_HOUR; n++) expect((await image(world.nord, passage)).status).toBe(200);
  const before = [requests(), (await looked()).length];
  const again = await signedInClient(portal.url, portal.accounts.nord);
  expect(await reasonOf(world.nord)).toEqual([429, "images_used_up"]);
  expect(await reasonOf(again)).toEqual([429, "images_used_up"]);
  expect([requests(), (await looked()).length]).toEqual(before);
  expect(await reasonOf(world.system)).toEqual([200, undefined]);
});

test("a server's answer that is no image reaches nobody, and is described in words", async () => {
  const { switches } = portal.axxon.state;
  for (const archive of ["html", "huge"] as const) {
    switches.archive = archive;
    const shown = await image(world.system, passage);
    expect([shown.status, shown.reason, shown.text.includes("<script")]).toEqual([502, "image_unreadable", false]);
  }
  switches.archive = "empty";
  expect(await reasonOf(world.system)).toEqual([404, "image_missing"]);
  switches.archiveRefusal = 403;
  expect(await reasonOf(world.system)).toEqual([502, "image_not_allowed"]);
  switches.archiveRefusal = null;
  await portal.axxon.faults.offline();
  expect((await image(world.system, passage)).status).toBe(504);
  await portal.axxon.faults.online();
});

test("a server that hands over too slowly is given up, and the gate opens meanwhile", async () => {
  portal.axxon.faults.add({ kind: "hang" }, { on: "GET /archive/media" });
  await world.savePerson({ firstName: "Test", lastName: "Bil", plate: "IMG 100" });
  const opened = async () =>
    (await portal.admin.query("select macro_executed as done from access_logs where plate_number = 'IMG100'")).rows;
  const waiting = reasonOf(world.system);
  await drive("IMG100");
  await expect.poll(opened).toEqual([{ done: true }]);
  expect(await waiting).toEqual([504, "image_too_late"]);
});

describe("the camera", () => {
  const update = (payload: object, id = world.gateId) =>
    callFunction(world.system, "controller-manager", { action: "UPDATE", id, payload });

  test("is a system admin's to name, by the server's own name for it", async () => {
    expect(await update({ frame_source: `hosts/${SOURCE}` })).toMatchObject({
      status: 200,
      body: { controller: { frame_source: SOURCE } },
    });
    for (const name of ["Kamera 1", `${SOURCE}/../../../macro/execute/x`, `${SOURCE}?w=1`, `../${SOURCE}`])
      expect(await update({ frame_source: name }), name).toMatchObject({
        status: 400,
        body: { reason: "frame_source_unknown", field: "frame_source" },
      });
    expect(await update({ frame_source: SOURCE }, world.controllerId)).toMatchObject({
      status: 400,
      body: { reason: "frame_source_elsewhere", field: "frame_source" },
    });
    const typed = await world.system.from("controllers").update({ frame_source: null }).eq("id", world.gateId);
    expect(typed.error).not.toBeNull();
    const { data } = await world.system.from("controllers").select("frame_source").eq("id", world.gateId).single();
    expect(data).toEqual({ frame_source: SOURCE });
  });

  test.each(["Kamera 1", `${SOURCE}/..`, `../${SOURCE}`, `${SOURCE}\n`, ""])("is not stored as %j", async (name) => {
    const stored = portal.admin.query("update controllers set frame_source = $2 where id = $1", [world.gateId, name]);
    await expect(stored).rejects.toThrow(/controllers_frame_source/);
  });

  test("that is named or changed is in the event log", async () => {
    await setCamera(null);
    const { rows } = await portal.admin.query(
      `select before -> 0 ->> 'frame_source' as before, after -> 0 ->> 'frame_source' as after from audit
       where action = 'controllers.update' and subject_id = $1 order by at desc, id desc limit 1`,
      [world.gateId],
    );
    expect(rows).toEqual([{ before: SOURCE, after: null }]);
  });
});
