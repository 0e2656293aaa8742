import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateWeeklyCodes } from "#contract/functions/generate-weekly-codes.ts";
import { weeklyCodesCsv } from "#contract/weekly-codes-csv.ts";
import { isoWeekOf, laterIsoWeek } from "#server/weekly-codes/iso-week.rules.ts";
import { startAxisSimulator } from "#simulators/axis/server.ts";
import { addDoorController, audited, call, counts, doorsOf } from "#tests/integration/doors/door-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { opensAll, openWeeklyPortal, type WeeklyPortal, weekOf } from "./weekly-portal.ts";

let gateId: string;
let world: WeeklyPortal;
beforeAll(async () => {
  world = await openWeeklyPortal();
  const { controller } = await call(world.system, "controller-manager", {
    action: "CREATE",
    payload: {
      name: "Grinden",
      device_type: "axxon_lpr",
      device_ip: world.portal.axxon.host,
      device_port: world.portal.axxon.port,
      username: "portal",
      password: "S3cret-pass",
    },
  });
  gateId = (controller as { id: string }).id;
});
afterAll(() => world.close());

const weekly = (body: object, client: SupabaseClient = world.system) =>
  callFunction(client, "generate-weekly-codes", body);

describe("org admins and weekly codes", () => {
  test.each([
    ["list", {}],
    ["generate", { controllerIds: ["00000000-0000-4000-8000-00000000dead"] }],
    ["cleanup", {}],
    ["delete", { weeklyCodeId: "00000000-0000-4000-8000-00000000dead" }],
  ])("%s is refused", async (action, body) => {
    expect(await weekly({ action, ...body }, world.nord)).toMatchObject({ status: 403, body: { code: "forbidden" } });
  });

  test("the settings of timed codes are not theirs to see or change", async () => {
    const { error } = await world.nord.from("weekly_code_settings").select("id");
    expect(error).toMatchObject({ code: "42501" });
    const written = await world.nord
      .from("weekly_code_settings")
      .insert({ controller_id: world.northId, generate: true });
    expect(written.error).toMatchObject({ code: "42501" });
  });
});

describe("generating", () => {
  // Covers: 6.5
  test("makes this week's code, which opens every active door of the controllers now and not next week", async () => {
    const { codes, state } = await world.generate([world.northId, world.southId]);
    expect(state).toBe("synced");
    expect(codes).toHaveLength(1);
    const [code] = codes;
    if (!code) throw new Error("no code");
    expect(weekOf(code)).toEqual(isoWeekOf(new Date()));
    expect(code.code).toMatch(/^\d{6}$/);
    expect([...code.controller_ids].sort()).toEqual([world.northId, world.southId].sort());
    expect([opensAll(world.north, code.code), opensAll(world.south, code.code)]).toEqual([[true, true], [true]]);
    const nextMonday = new Date(code.valid_to);
    expect(opensAll(world.north, code.code, nextMonday)).toEqual([false, false]);
    expect(opensAll(world.north, code.code, new Date(nextMonday.getTime() - 1000))).toEqual([true, true]);
  });

  test("again makes the next week's code, another one, and never a second code for a week", async () => {
    const before = (await world.list()).codes;
    const { codes } = await world.generate([world.northId, world.southId]);
    expect(codes.map(weekOf)).toEqual([laterIsoWeek(isoWeekOf(new Date()), 1)]);
    expect(codes[0]?.code).not.toBe(before[0]?.code);
    expect((await world.list()).codes.map(weekOf)).toEqual(
      [0, 1].map((ahead) => laterIsoWeek(isoWeekOf(new Date()), ahead)),
    );
  });

  test("for one controller that lacks codes gives it its own, beside what another has", async () => {
    await world.clearCodes();
    await world.generate([world.northId]);
    const { codes } = await world.generate([world.northId, world.southId], 2);
    expect(codes.map((code) => [weekOf(code), code.controller_ids.length])).toEqual([
      [isoWeekOf(new Date()), 1],
      [laterIsoWeek(isoWeekOf(new Date()), 1), 2],
    ]);
    expect(codes[0]?.controller_ids).toEqual([world.southId]);
  });

  test("by five admins at once gives each week one code", async () => {
    await world.clearCodes();
    const replies = await Promise.all(Array.from({ length: 5 }, () => world.generate([world.northId], 2)));
    const made = replies.flatMap((reply) => reply.codes);
    expect(new Set(made.map((code) => `${code.year}-${code.week_number}`)).size).toBe(10);
    expect(new Set(made.map((code) => code.code)).size).toBe(10);
    await world.clearCodes();
  });

  test("leaves a switched-off door shut, and opens it when it is switched on", async () => {
    const garage = (await doorsOf(world.system, world.northId)).get("Garage");
    await world.system.from("access_points").update({ enabled: false }).eq("id", garage);
    const [code] = (await world.generate([world.northId])).codes;
    expect(opensAll(world.north, code?.code ?? "")).toEqual([true, false]);
    await world.system.from("access_points").update({ enabled: true }).eq("id", garage);
    await expect.poll(() => opensAll(world.north, code?.code ?? "")).toEqual([true, true]);
    await world.clearCodes();
  });

  // Covers: 5.10
  test("takes the length that every reader takes, and refuses controllers that have none in common", async () => {
    const short = await startAxisSimulator({ doors: [{ name: "Kort", pinMin: 4, pinMax: 4 }] });
    const long = await startAxisSimulator({ doors: [{ name: "Lång", pinMin: 5, pinMax: 6 }] });
    const shortId = await addDoorController(world.system, { name: "Korta koder", device: short });
    const longId = await addDoorController(world.system, { name: "Långa koder", device: long });
    const [code] = (await world.generate([shortId, world.northId])).codes;
    expect(code?.code).toMatch(/^\d{4}$/);
    expect([opensAll(short, code?.code ?? ""), opensAll(world.north, code?.code ?? "")]).toEqual([
      [true],
      [true, true],
    ]);
    const refused = await weekly({ action: "generate", controllerIds: [shortId, longId] });
    expect(refused).toMatchObject({ status: 400, body: { code: "pin_length", field: "controllerIds" } });
    await world.clearCodes();
    await short.close();
    await long.close();
  });

  // Covers: device.32
  test("never takes a code that anybody has at the controller, and says when none is left", async () => {
    const device = await startAxisSimulator({ doors: [{ name: "Kort", pinMin: 4, pinMax: 4 }] });
    const id = await addDoorController(world.system, { name: "Nästan full", device });
    const { keys } = world.portal.server.deps;
    const even = Array.from({ length: 5_000 }, (_, n) => keys.pinHmacs(String(2 * n).padStart(4, "0"))).flat();
    const take = (hmacs: string[]) =>
      world.portal.admin.query("insert into controller_pins (controller_id, pin_hmac) select $1, unnest($2::text[])", [
        id,
        hmacs,
      ]);
    await take(even);
    const { codes } = await world.generate([id], 20);
    expect(codes).toHaveLength(20);
    expect(codes.filter(({ code }) => Number(code) % 2 === 0)).toEqual([]);
    const used = new Set(codes.map(({ code }) => code));
    const odd = Array.from({ length: 5_000 }, (_, n) => String(2 * n + 1).padStart(4, "0")).filter(
      (pin) => !used.has(pin),
    );
    await take(odd.flatMap((pin) => keys.pinHmacs(pin)));
    const before = await counts(world.portal, "weekly_codes", "weekly_code_assignments", "controller_pins");
    const full = await weekly({ action: "generate", controllerIds: [id] });
    expect(full).toMatchObject({ status: 409, body: { code: "pin_in_use" } });
    expect(await counts(world.portal, "weekly_codes", "weekly_code_assignments", "controller_pins")).toEqual(before);
    await world.clearCodes();
    await device.close();
  });

  test.each([
    ["no controller", () => [], 400, "Misslyckades att generera veckokoder: Välj minst en styrenhet."],
    ["a gate", () => [world.northId, gateId], 400, "Misslyckades att generera veckokoder: Grinden är en grind"],
    [
      "a controller that is gone",
      () => [world.northId, "00000000-0000-4000-8000-00000000dead"],
      404,
      "Controller not found",
    ],
  ])("with %s chosen is refused and makes nothing", async (_what, ids, status, text) => {
    const before = await counts(world.portal, "weekly_codes", "device_sync");
    const answer = await weekly({ action: "generate", controllerIds: ids() });
    expect(answer.status).toBe(status);
    expect(answer.body["error"]).toContain(text);
    expect(await counts(world.portal, "weekly_codes", "device_sync")).toEqual(before);
  });
});

describe("the list", () => {
  // Covers: 7.14
  test("shows each code with its controllers and how far they are, and every look is audited", async () => {
    const [made] = (await world.generate([world.northId, world.southId])).codes;
    const looks = await audited(world.portal, "weekly_codes_read");
    const { codes } = await world.list();
    expect(await audited(world.portal, "weekly_codes_read")).toBe(looks + 1);
    expect(codes).toMatchObject([
      {
        id: made?.id,
        code: made?.code,
        weekly_code_assignments: [
          { controllers: { name: "Norr" }, state: "synced", last_error: null },
          { controllers: { name: "Söder" }, state: "synced", last_error: null },
        ],
      },
    ]);
    expect(weeklyCodesCsv(codes)).toBe(`Vecka,Kod\nv.${made?.week_number} ${made?.year},${made?.code}\n`);
    const { data } = await world.system.from("weekly_codes").select("code");
    expect(data).toEqual([{ code: "••••" }]);
  });
});

describe("deleting", () => {
  // Covers: 4.9, device.32
  test("takes the code off every controller, confirmed by reading back, and frees it", async () => {
    const [code] = (await world.list()).codes;
    if (!code) throw new Error("no code");
    expect(await world.remove(code.id)).toMatchObject({ state: "synced", pending: [] });
    expect([world.north.credentials(), world.south.credentials()]).toEqual([[], []]);
    const { rows } = await world.portal.admin.query(
      "select kind from sync_receipts where source_id = $1 and kind = 'revocation'",
      [code.id],
    );
    expect(rows).toHaveLength(2);
    const reserved = await world.portal.admin.query("select from controller_pins where pin_hmac = $1", [
      world.portal.server.deps.keys.pinHmacs(code.code)[0],
    ]);
    expect(reserved.rowCount).toBe(0);
    expect(await weekly({ action: "delete", weeklyCodeId: code.id })).toMatchObject({
      status: 404,
      body: { error: "Misslyckades att radera veckokod: Veckokoden finns inte längre. Ladda om listan." },
    });
  });

  test("a code on a controller that is away is shown as waiting until the read-back, and asked for again", async () => {
    const [code] = (await world.generate([world.northId, world.southId])).codes;
    if (!code) throw new Error("no code");
    await world.south.faults.offline();
    const answer = await world.remove(code.id);
    expect(answer.state).toBe("pending");
    expect(answer.pending).toMatchObject([{ controller_id: world.southId, operation: "removal" }]);
    expect(opensAll(world.north, code.code)).toEqual([false, false]);
    const { codes, pending_removals } = await world.list();
    expect(codes).toEqual([]);
    expect(pending_removals).toMatchObject([
      { weekly_code_id: code.id, label: `v.${code.week_number} ${code.year}`, controller_name: "Söder" },
    ]);
    // The dialog reads the replicas like this.
    const held = await world.system.from("device_sync").select("source_id").is("pending", true);
    expect(held.data).toEqual([{ source_id: code.id }]);
    const { data } = await world.system.from("sync_states").select("label, controller_name, state");
    expect(data).toEqual([{ label: pending_removals[0]?.label, controller_name: "Söder", state: "pending_removal" }]);
    await world.south.faults.online();
    expect(opensAll(world.south, code.code)).toEqual([true]);
    await call(world.system, "sync-control", { action: "SYNC_NOW", controller_id: world.southId });
    expect(await world.remove(code.id)).toMatchObject({ state: "synced", pending: [] });
    expect(opensAll(world.south, code.code)).toEqual([false]);
  });
});

describe("cleaning up", () => {
  // Covers: 4.9
  test("removes the codes whose week is over and no other", async () => {
    const { codes } = await world.generate([world.northId], 2);
    await world.portal.admin.query(
      "update weekly_codes set valid_from = now() - interval '8 days', valid_to = now() - interval '1 day' where id = $1",
      [codes[0]?.id],
    );
    const answer = generateWeeklyCodes.cleanup.reply.parse(
      await call(world.system, "generate-weekly-codes", { action: "cleanup" }),
    );
    expect(answer).toMatchObject({ removed: 1, state: "synced" });
    expect((await world.list()).codes.map((code) => code.id)).toEqual([codes[1]?.id]);
    expect(world.north.state.credentialsWithPin(codes[0]?.code ?? "")).toEqual([]);
    await world.clearCodes();
  });
});
