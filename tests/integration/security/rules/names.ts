// Names of the columns and operations that a rule holds for, as tests and matrices write them.

export const columns = (table: string, ...names: readonly string[]) => names.map((name) => `${table}.${name}`);
export const actions = (fn: string, ...names: readonly string[]) => names.map((name) => `${fn}/${name}`);
