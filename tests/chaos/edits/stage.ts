import type { DeviceFixture } from "../world/device-fixtures.ts";
import type { SyncWorld } from "../world/engines.ts";

/** What edits are carried out on. */
export interface Stage {
  world: SyncWorld;
  fixtures: readonly DeviceFixture[];
  /** Rows behind the plan's numbers. */
  people: Map<number, { id: string; credentialId: string }>;
  codes: Map<number, string>;
  kill(): Promise<void>;
  /** A replaced unit is accepted by a system admin. */
  rebuild(controllerId: string): Promise<void>;
}

/** The fixture behind a number of the plan. */
export function fixtureOf({ fixtures }: Stage, index: number): DeviceFixture {
  const fixture = fixtures[index];
  if (!fixture) throw new RangeError(`no device fixture ${index}`);
  return fixture;
}
