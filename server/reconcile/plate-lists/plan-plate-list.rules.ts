// Plans a gate's plate list, which has no dates or owners and is compared whole. Pure; an empty second plan confirms.

export interface ListedPlate {
  /** The plate and the readings linked to it; empty for a deleted person. */
  plateKeys: readonly string[];
  /** Access is desired and its window is open. */
  desired: boolean;
}

export interface PlateListPlan {
  add: string[];
  remove: string[];
}

/** Returns the plates that the list should hold, each once, whoever has them. */
export function desiredPlates(replicas: readonly ListedPlate[]): Set<string> {
  return new Set(replicas.flatMap(({ desired, plateKeys }) => (desired ? plateKeys : [])));
}

/** Plans the changes. `actual` has the device's spelling. Surplus plates are removed: the list belongs to the portal alone. */
export function planPlateList(replicas: readonly ListedPlate[], actual: readonly string[]): PlateListPlan {
  const desired = desiredPlates(replicas);
  const there = new Set(actual);
  return {
    add: [...desired].filter((plate) => !there.has(plate)).sort(),
    remove: [...there].filter((plate) => !desired.has(plate)).sort(),
  };
}
