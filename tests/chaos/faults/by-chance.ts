// Faults and lies that hit a share of all calls during a campaign.
import type { Random } from "#scripts/seed/random.ts";
import type { DeviceFixture } from "../world/device-fixtures.ts";

/** Door profiles are rarely written, and the next comparison judges them. */
export const BELIEVED = /:SetAccessProfile$/;

export interface Spoiled {
  faults: number;
  /** Share of objects that the device acknowledges but stores differently. */
  lies: number;
}

export function spoil(fixture: DeviceFixture, random: Random, { faults, lies }: Spoiled): void {
  const plan = fixture.device.faults;
  plan.add({ kind: "latency", ms: 5 }, { probability: Math.min(1, faults * 4) });
  plan.add({ kind: "reset-before" }, { probability: faults });
  plan.add({ kind: "reset-after" }, { probability: faults });
  plan.add({ kind: "status", status: 500 }, { probability: faults / 2 });
  plan.add({ kind: "status", status: 503 }, { probability: faults / 4 });
  plan.add({ kind: "garbage" }, { probability: faults / 4 });
  plan.add({ kind: "truncated" }, { probability: faults / 4 });
  plan.add({ kind: "hang-after" }, { probability: faults / 20 });
  plan.lie((operation) => {
    const draw = random.next();
    if (BELIEVED.test(operation) || draw >= lies) return null;
    fixture.lies++;
    return draw < lies / 2 ? "forgets" : "alters";
  });
}
