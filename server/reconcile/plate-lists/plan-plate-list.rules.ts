// Plans a gate's plate list. Without dates or owners, it is compared whole. Pure; an empty second plan confirms.

export interface ListedPlate {
  /** None of a person who is gone. */
  plateKeys: readonly string[];
  /** Access is desired and its window is open. */
  desired: boolean;
}

export interface PlateListPlan {
  add: string[];
  remove: string[];
}

export function desiredPlates(replicas: readonly ListedPlate[]): Set<string> {
  return new Set(replicas.flatMap(({ desired, plateKeys }) => (desired ? plateKeys : [])));
}

/** `actual`: as the device writes it. Surplus plates go: the list is the portal's alone. */
export function planPlateList(replicas: readonly ListedPlate[], actual: readonly string[]): PlateListPlan {
  const desired = desiredPlates(replicas);
  const there = new Set(actual);
  return {
    add: [...desired].filter((plate) => !there.has(plate)).sort(),
    remove: [...there].filter((plate) => !desired.has(plate)).sort(),
  };
}
