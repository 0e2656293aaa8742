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

/** An attempt, and its required code ("done" where the rule permits it or something else holds it). */
export interface Attempt {
  readonly says: string;
  ask(): Promise<string>;
}

/** No such path: columns no portal role may write with this verb, or why there is nothing to ask and which test says so. */
export type Closed =
  | { readonly noGrant: readonly [role: string, columns: readonly string[], verb: "insert" | "update"] }
  | { readonly because: string; readonly file: string; readonly test: string };

export interface Rule {
  /** What rules/must-hold.ts calls it, where its columns and operations are. */
  readonly key: string;
  readonly name: string;
  readonly paths: Readonly<Record<Path, Attempt | Closed>>;
}

export const isAttempt = (row: Attempt | Closed): row is Attempt => "ask" in row;

export const answers = (says: string, ask: () => Promise<string>): Attempt => ({ says, ask });
/** `file` as from tests/integration; it has a test of that name. */
export const closed = (because: string, file: string, test: string): Closed => ({ because, file, test });
export const noGrant = (
  role: "org_admin" | "system_admin",
  verb: "insert" | "update",
  ...columns: readonly string[]
): Closed => ({ noGrant: [role, columns, verb] });
