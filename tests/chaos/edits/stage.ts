import type { DeviceFixture } from "../world/device-fixtures.ts";
import type { SyncWorld } from "../world/engines.ts";

export interface Stage {
  world: SyncWorld;
  fixtures: readonly DeviceFixture[];
  people: Map<number, { id: string; credentialId: string }>;
  codes: Map<number, string>;
  kill(): Promise<void>;
  rebuild(controllerId: string): Promise<void>;
}

export function fixtureOf({ fixtures }: Stage, index: number): DeviceFixture {
  const fixture = fixtures[index];
  if (!fixture) throw new RangeError(`no device fixture ${index}`);
  return fixture;
}
