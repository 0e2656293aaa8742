// Names of operations that two pages share: an error on one disappears with the next attempt on the other.
export const testOf = (controllerId: string) => `test ${controllerId}`;
export const syncOf = (controllerId: string | null) => `sync ${controllerId ?? "all"}`;
export const comparisonOf = (controllerId: string) => `compare ${controllerId}`;
