// Checks what the demo shows of a real site's hardware: each unit's data and its warnings.
import type { SupabaseClient } from "@supabase/supabase-js";
import { expect } from "vitest";
import { z } from "zod";
import { DEVICE_KINDS, type DeviceType, deviceTypeSchema } from "#contract/devices.ts";
import { axisProxy } from "#contract/functions/axis-proxy.ts";
import { callFunction } from "#tests/support/client.ts";
import { paced } from "#tests/support/pace.ts";

const controllerRows = z.array(
  z.object({ id: z.string(), name: z.string(), device_type: deviceTypeSchema, list_sync: z.boolean() }),
);
const PLATE = "LST412";
const plateRows = z.array(z.object({ plate: z.string(), list: z.string() }));

export async function expectDemoDevices(system: SupabaseClient, panelUrl: string): Promise<void> {
  // Every device that opened for cars has answered.
  const { data: silent } = await system
    .from("controllers")
    .select("name, access_logs!inner(id)")
    .is("last_sync", null)
    .eq("access_logs.macro_executed", true);
  expect(silent).toEqual([]);

  const { data } = await system.from("controllers").select("id, name, device_type, list_sync");
  const controllers = controllerRows.parse(data);
  const read = async (name: string) => {
    const row = controllers.find((one) => one.name === name);
    if (!row) throw new Error(`the demo has no ${name}`);
    return { row, said: await testConnection(system, row) };
  };

  const office = await read("Kontor Sydhamnen");
  expect(office.said).toMatchObject({
    limited_doors: [
      { name: "Konferens", pin_use: "hours", pin_hours: { schedules: ["Vardagar"] } },
      { name: "Serverrum", pin_use: "never" },
    ],
    four_digit_doors: [{ name: "Arkiv", codes: expect.any(Number) }],
  });
  const { data: doors } = await system
    .from("access_points")
    .select("name, pin_use, pin_min, pin_max")
    .eq("controller_id", office.row.id)
    .order("name");
  expect(doors).toEqual([
    { name: "Arkiv", pin_use: "always", pin_min: 4, pin_max: 4 },
    { name: "Huvudentré", pin_use: "always", pin_min: 4, pin_max: 6 },
    { name: "Konferens", pin_use: "hours", pin_min: 4, pin_max: 6 },
    { name: "Plan 2", pin_use: "always", pin_min: 4, pin_max: 6 },
    { name: "Plan 3", pin_use: "always", pin_min: 4, pin_max: 6 },
    { name: "Serverrum", pin_use: "never", pin_min: 4, pin_max: 6 },
  ]);

  for (const [name, type, model] of [
    ["Infart Syd", "axxon_lpr", "Axxon One"],
    ["Grind Kvarnen", "http_relay", null],
    ["Infart Kajen", "axis_lpv", null],
  ] as const) {
    const { row, said } = await read(name);
    expect([row.device_type, said.model, said.warnings], name).toEqual([type, model, ["plain_http"]]);
  }

  // The worker of One 3 writes its list, and the simulators' page shows it.
  const gate = await read("Infart Syd");
  expect(gate.row.list_sync).toBe(true);
  const { data: owner } = await system.from("organizations").select("id").eq("name", "Sydhamnens Industri").single();
  const made = await callFunction(system, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id: owner?.id,
      first_name: "Lina",
      last_name: "Listad",
      vehicle: {
        plate_number: PLATE,
        vehicle_type: "Bil",
        validity_period: "1_month",
        controller_ids: [gate.row.id],
      },
    },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const listed = async () =>
    plateRows.parse(await (await fetch(`${panelUrl}/api/devices/infart-syd/plates`)).json()).map(({ plate }) => plate);
  await expect.poll(listed, { timeout: paced(60_000) }).toContain(PLATE);
}

async function testConnection(system: SupabaseClient, { id, device_type }: { id: string; device_type: DeviceType }) {
  const isDoors = DEVICE_KINDS[device_type] === "door";
  const { status, body } = await callFunction(system, isDoors ? "axis-proxy" : "axxon-proxy", {
    action: "TEST_CONNECTION",
    controller_id: id,
    ...(isDoors ? {} : { device_type }),
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return axisProxy.TEST_CONNECTION.reply.parse(body);
}
