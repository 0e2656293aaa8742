// Plans a gate's plate list. Without dates or owners, it is compared whole. Pure; an empty second plan confirms.

export interface ListedPlate {
  plateKey: string | null;
  /** Access is wanted and its window is open. */
  wanted: boolean;
}

export interface PlateListPlan {
  add: string[];
  remove: string[];
}

/** `actual`: as the device writes it. Surplus plates go: the list is the portal's alone. */
export function planPlateList(replicas: readonly ListedPlate[], actual: readonly string[]): PlateListPlan {
  const wanted = new Set(
    replicas.flatMap((replica) => (replica.wanted && replica.plateKey !== null ? [replica.plateKey] : [])),
  );
  const there = new Set(actual);
  return {
    add: [...wanted].filter((plate) => !there.has(plate)).sort(),
    remove: [...there].filter((plate) => !wanted.has(plate)).sort(),
  };
}
