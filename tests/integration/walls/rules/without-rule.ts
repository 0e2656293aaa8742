// What may be written or called and has no rule beyond rights, row policies and the columns' own checks, and why.

const OWN_CHECK = "the column's check is the whole rule";
const ROW = "which row it is; keys and policies hold it";
const DERIVED = "a trigger overwrites what a caller sends";
const READS = "reads what policies show";

export const WITHOUT_RULE: Readonly<Record<string, string>> = {};

export { DERIVED, OWN_CHECK, READS, ROW };
