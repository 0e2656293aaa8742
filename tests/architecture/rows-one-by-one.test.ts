// Checks that rows of several tenants are parsed one by one (server/platform/database/read-each.ts), so that an unreadable row fails no
// other.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Matches parsing of all rows or none: `z.array(X).parse(rows)`, `X.array().parse(rows)`, `rows.map((row) => X.parse(row))`. */
const ALL_OR_NOTHING =
  /z\s*\.array\((?:[^()]|\([^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*\))*\)\s*\.parse\(|\.array\(\)\s*\.parse\(|\.map\(\([^()]*\) => [\w.]+\.parse\(/g;

/**
 * Exceptions, with their number of places and the reason: the rows belong to one account, organisation or device, or no row may be missing.
 */
const WHOLE: Readonly<Record<string, readonly [places: number, why: string]>> = {
  "server/administrators/mfa-requirements.store.ts": [1, "a row a role, written by a checked switch"],
  "server/audit/audit-chain.store.ts": [7, "a chain that lacks a row is broken; the server alone writes them"],
  "server/auth/factors/factors.store.ts": [1, "one account's"],
  "server/auth/sessions/sessions.store.ts": [1, "one account's"],
  "server/auth/sessions/signing-keys.store.ts": [1, "the server's own keys: without one, sessions end"],
  "server/backup/dump.store.ts": [2, "of the catalogue: a back-up lacks no table"],
  "server/gates/gate.store.ts": [
    2,
    "a batch that cannot be read is asked for one by one (database/batches.ts); passages are counted",
  ],
  "server/gates/pushed-read.store.ts": [1, "a result for each push, which the statement itself makes"],
  "server/operations/encrypted-rows.store.ts": [4, "ids and texts; a key is changed for every row or said to be left"],
  "server/passages/gate-passages.store.ts": [3, "one passage's"],
  "server/passages/passages.store.ts": [1, "one passage's"],
  "server/people/access-groups.store.ts": [1, "ids"],
  "server/people/controller-pins.store.ts": [2, "names and hashes of one question"],
  "server/people/credentials.store.ts": [2, "one person's"],
  "server/people/end-user-search.store.ts": [1, "ids"],
  "server/people/end-users.store.ts": [1, "ids"],
  "server/people/extensions.store.ts": [1, "one organisation's, all or none"],
  "server/people/imports.store.ts": [4, "one import's, all or none"],
  "server/people/offered-access.store.ts": [3, "one organisation's doors"],
  "server/people/person-data.store.ts": [1, "one organisation's erasures"],
  "server/people/undo-import.store.ts": [1, "one import's, all or none"],
  "server/reconcile/door-events/boots.store.ts": [1, "one controller's row"],
  "server/reconcile/worker/controller-workers.store.ts": [4, "one controller's row"],
  "server/reconcile/doors/default-group.store.ts": [1, "one controller's row"],
  "server/reconcile/door-events/door-events.store.ts": [1, "one controller's row"],
  "server/reconcile/restore/restore.store.ts": [2, "one row; a report that the portal has made"],
  "server/reconcile/sync-control/sync-control.store.ts": [1, "one controller's row"],
};

test.each(
  globSync("server/**/*.ts")
    .filter((file) => !file.endsWith(".test.ts"))
    .toSorted(),
)("%s parses rows of several tenants one by one", (file) => {
  const [places = 0] = WHOLE[file] ?? [];
  expect(readFileSync(file, "utf8").match(ALL_OR_NOTHING)?.length ?? 0).toBe(places);
});

test.each([
  "return z.array(row).parse(rows);",
  "return z\n    .array(z.object({ id: z.string() }))\n    .parse(rows);",
  "const { rows } = x; return plate.array().parse(rows);",
  "return rows.map((row) => factsRow.parse(row));",
])("a parse of all or nothing is found: %s", (text) => {
  expect(text.match(ALL_OR_NOTHING)).toHaveLength(1);
});
