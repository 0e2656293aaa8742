// The matrix's shape: every rule on every path. A path without a rule is closed by something a test can ask.

export const PATHS = [
  "insert",
  "update",
  "upsert",
  "bulk",
  "nested",
  "function",
  "dry run",
  "two at once",
  "old session",
  "another role",
] as const;
export type Path = (typeof PATHS)[number];

/** An attempt, and its required code ("done" where the rule permits it or another rule holds it). */
export interface Attempt {
  readonly says: string;
  ask(): Promise<string>;
}

/**
 * A path that does not exist: no portal role may write the columns with this verb, or a reason why there is nothing to ask, and the test
 * that shows it.
 */
export type Closed =
  | { readonly noGrant: readonly [role: string, columns: readonly string[], verb: "insert" | "update"] }
  | { readonly because: string; readonly file: string; readonly test: string };

export interface Rule {
  /** The rule's name in rules/must-hold.ts, which has its columns and operations. */
  readonly key: string;
  readonly name: string;
  readonly paths: Readonly<Record<Path, Attempt | Closed>>;
}

export const isAttempt = (row: Attempt | Closed): row is Attempt => "ask" in row;

export const answers = (says: string, ask: () => Promise<string>): Attempt => ({ says, ask });
/** Makes a closed path; `file` is relative to tests/integration and has a test of that name. */
export const closed = (because: string, file: string, test: string): Closed => ({ because, file, test });
export const noGrant = (
  role: "org_admin" | "system_admin",
  verb: "insert" | "update",
  ...columns: readonly string[]
): Closed => ({ noGrant: [role, columns, verb] });
