import { DEVICE_TRAITS, type DeviceType } from "#contract/devices.ts";

/** Groups in which pages list controllers; `gates`: those that no LPR server opens. */
export type UnitGroup = "doors" | "lpr" | "gates";

/** Returns the group under which the page lists a controller of this type. */
export function unitGroupOf(type: DeviceType): UnitGroup {
  const { kind, opensBy } = DEVICE_TRAITS[type];
  if (kind === "door") return "doors";
  return opensBy === "macro" ? "lpr" : "gates";
}
