// Fixture of weekly codes: Norr with two doors, Söder with one.
import type { SupabaseClient } from "@supabase/supabase-js";
import { generateWeeklyCodes } from "#contract/functions/generate-weekly-codes.ts";
import type { IsoWeek } from "#server/weekly-codes/iso-week.rules.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { addDoorController, call } from "#tests/integration/doors/door-portal.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";
import { stepUpAgain } from "#tests/support/step-up.ts";

export type WeeklyPortal = Awaited<ReturnType<typeof openWeeklyPortal>>;

export async function openWeeklyPortal() {
  const portal: TestPortal = await startTestPortal();
  const system: SupabaseClient = await signedInClient(portal.url, portal.accounts.system);
  const nord: SupabaseClient = await signedInClient(portal.url, portal.accounts.nord);
  const north = await startAxisSimulator({ doors: [{ name: "Entré" }, { name: "Garage" }] });
  const south = await startAxisSimulator({ doors: 1 });
  const northId = await addDoorController(system, { name: "Norr", device: north });
  const southId = await addDoorController(system, { name: "Söder", device: south });
  const weekly = async (body: object) => {
    await stepUpAgain(portal.admin);
    return call(system, "generate-weekly-codes", body);
  };
  const list = async () => {
    // A test looks more often than a person may (reveals.test.ts).
    await portal.admin.query("delete from auth.rate_limits where key like 'reveal:%'");
    return generateWeeklyCodes.list.reply.parse(await weekly({ action: "list" }));
  };
  const remove = async (weeklyCodeId: string) =>
    generateWeeklyCodes.delete.reply.parse(await weekly({ action: "delete", weeklyCodeId }));
  return {
    portal,
    system,
    nord,
    north,
    south,
    northId,
    southId,
    list,
    remove,
    generate: async (controllerIds: string[], weeks?: number) =>
      generateWeeklyCodes.generate.reply.parse(
        await weekly({ action: "generate", controllerIds, ...(weeks ? { weeks } : {}) }),
      ),
    clearCodes: async () => {
      for (const { id } of (await list()).codes) await remove(id);
    },
    close: async () => {
      await portal.close();
      await north.close();
      await south.close();
    },
  };
}

/** Tells for each door whether the code opens it at that device time (default now). */
export function opensAll(device: AxisSimulator, code: string, at?: Date): boolean[] {
  return device.doorTokens.map((door) => device.wouldOpen(code, door, at));
}

export function weekOf({ year, week_number: week }: { year: number; week_number: number }): IsoWeek {
  return { year, week };
}
