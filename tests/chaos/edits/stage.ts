import type { DeviceFixture } from "../world/device-fixtures.ts";
import type { SyncWorld } from "../world/engines.ts";

/** What edits act on. */
export interface Stage {
  world: SyncWorld;
  fixtures: readonly DeviceFixture[];
  /** Rows behind the plan's numbers. */
  people: Map<number, { id: string; credentialId: string }>;
  codes: Map<number, string>;
  kill(): Promise<void>;
  /** A system admin accepts a replaced unit. */
  rebuild(controllerId: string): Promise<void>;
}

export function fixtureOf({ fixtures }: Stage, index: number): DeviceFixture {
  const fixture = fixtures[index];
  if (!fixture) throw new RangeError(`no device fixture ${index}`);
  return fixture;
}
