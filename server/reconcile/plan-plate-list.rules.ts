// What must change on a gate's own plate list. A list keeps no dates and no owner, so it is compared as a whole: a plate is on it
// as long as anybody's time for it runs, and off it otherwise. Pure; an empty second plan is the proof.

/** One vehicle's copy on one gate, at the moment of the plan. */
export interface ListedPlate {
  plateKey: string | null;
  /** Somebody shall have access with it and its window is open. */
  wanted: boolean;
}

export interface PlateListPlan {
  add: string[];
  remove: string[];
}

/** `actual` = the list as the device writes it. What is there and not ours to want goes: the list is the portal's alone. */
export function planPlateList(copies: readonly ListedPlate[], actual: readonly string[]): PlateListPlan {
  const wanted = new Set(copies.flatMap((copy) => (copy.wanted && copy.plateKey !== null ? [copy.plateKey] : [])));
  const there = new Set(actual);
  return {
    add: [...wanted].filter((plate) => !there.has(plate)).sort(),
    remove: [...there].filter((plate) => !wanted.has(plate)).sort(),
  };
}
