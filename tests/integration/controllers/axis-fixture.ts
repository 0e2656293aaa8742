// A portal with one controller: two doors, a group "Webbportal" of both, and a guard somebody else added.
import type { SupabaseClient } from "@supabase/supabase-js";
import { type AxisUser, axisProxy } from "#contract/functions/axis-proxy.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { addDoorController, call, doorsOf, type Reply } from "#tests/integration/doors/door-portal.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, type FunctionAnswer, signedInClient } from "#tests/support/client.ts";

export const GUARD_PIN = "905172";
export const FROM = "2026-01-01T00:00:00Z";
export const TO = "2036-01-01T00:00:00Z";

export interface AxisFixture {
  portal: TestPortal;
  system: SupabaseClient;
  nord: SupabaseClient;
  device: AxisSimulator;
  id: string;
  doors: Map<string, string>;
  proxy(action: string, body?: object, controllerId?: string): Promise<FunctionAnswer>;
  ok(action: string, body?: object, controllerId?: string): Promise<Reply>;
  opens(pin: string): [boolean, boolean];
  listed(): Promise<AxisUser[]>;
  made(firstName: string, pin: string, doorNames?: string[]): Promise<{ userToken: string; credentialToken: string }>;
  close(): Promise<void>;
}

export async function openAxisFixture(): Promise<AxisFixture> {
  const portal = await startTestPortal();
  const system = await signedInClient(portal.url, portal.accounts.system);
  const nord = await signedInClient(portal.url, portal.accounts.nord);
  const device = await startAxisSimulator({
    doors: [{ name: "Entré" }, { name: "Garage" }],
    webbportal: "all-doors",
    seed: { people: [{ firstName: "Vera", lastName: "Vakt", pin: GUARD_PIN, doors: ["Garage"], validTo: TO }] },
  });
  const id = await addDoorController(system, { name: "Huset", device });
  const doors = await doorsOf(system, id);
  const [entry = "", garage = ""] = device.doorTokens;
  const ok = (action: string, body: object = {}, controller_id = id) =>
    call(system, "axis-proxy", { action, controller_id, ...body });
  return {
    portal,
    system,
    nord,
    device,
    id,
    doors,
    ok,
    proxy: (action, body = {}, controller_id = id) =>
      callFunction(system, "axis-proxy", { action, controller_id, ...body }),
    opens: (pin) => [device.wouldOpen(pin, entry), device.wouldOpen(pin, garage)],
    listed: async () => axisProxy.LIST_USERS.reply.parse(await ok("LIST_USERS")).users,
    made: async (firstName, pin, doorNames = ["Entré"]) => {
      const accessPointIds = doorNames.map((name) => doors.get(name));
      const person = { firstName, lastName: "Test", pin, validFrom: FROM, validTo: TO, accessPointIds };
      return axisProxy.CREATE_USER_WITH_PIN.reply.parse(await ok("CREATE_USER_WITH_PIN", person));
    },
    close: async () => {
      await portal.close();
      await device.close();
    },
  };
}
