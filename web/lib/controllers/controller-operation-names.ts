// Acts that two pages share: an error on one disappears with the next attempt on the other.
export const testOf = (controllerId: string) => `controller:test ${controllerId}` as const;
export const syncOf = (controllerId: string | null) => `controller:sync ${controllerId ?? "all"}` as const;
export const comparisonOf = (controllerId: string) => `controller:compare ${controllerId}` as const;
