// A role of contract/roles.ts stands in every file that tells the other roles apart (CONTRIBUTING.md, "A role").
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROLES, type Role } from "#contract/roles.ts";

const root = join(import.meta.dirname, "..");
const PLACES = [
  "contract/**/*.ts",
  "database/**/*.sql",
  "server/**/*.ts",
  "scripts/**/*.ts",
  "web/**/*.{ts,tsx}",
  "tests/components/open-page.tsx",
];
/** Files that need not name a role, with the reason. */
const LEFT_OUT: Partial<Record<Role, Readonly<Record<string, string>>>> = {};
/** Roles for which each function with `role: "any"` was looked at: it lets every role in. */
const DECIDED_FUNCTIONS: readonly Role[] = ["system_admin", "org_admin"];
const NOT_BY_HAND = /\.test\.tsx?$|^contract\/generated\//;

/** Each file with the roles that it names outside comments. */
const files = PLACES.flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter((file) => !NOT_BY_HAND.test(file))
  .map((file) => {
    const text = readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\/|(^|\s)(--|\/\/).*$/gm, "");
    return { file, roles: ROLES.filter((role) => new RegExp(`(?<![a-z])${role}(?![a-z])`).test(text)) };
  });

/** A file that tells two roles apart needs a decision for a third one. */
const telling = files.filter(({ roles }) => roles.length > 1);

test("each role stands wherever two others are told apart, or is left out with a reason", () => {
  const missing = telling.flatMap(({ file, roles }) =>
    ROLES.filter((role) => !roles.includes(role) && LEFT_OUT[role]?.[file] === undefined).map(
      (role) => `${file}: ${role}`,
    ),
  );
  expect(missing).toEqual([]);
});

test("each function that takes any role was decided for each role", () => {
  const open = globSync("server/**/*.function.ts", { cwd: root }).filter((file) =>
    readFileSync(join(root, file), "utf8").includes('role: "any"'),
  );
  expect(open.length).toBeGreaterThan(0);
  const undecided = ROLES.filter((role) => !DECIDED_FUNCTIONS.includes(role));
  expect(undecided.flatMap((role) => open.map((file) => `${file}: ${role}`))).toEqual([]);
});

test("the files that a new role needs are found", () => {
  const found = telling.map(({ file }) => file);
  expect(found).toEqual(
    expect.arrayContaining([
      "database/migrations/0001_roles.sql",
      "database/migrations/0002_auth.sql",
      "database/migrations/0004_administrators.sql",
      "database/people/end_users.policy.sql",
      "web/app/navigation.ts",
      "web/features/auth/texts/account.sv.ts",
    ]),
  );
});

test("each file left out is there, and names its role nowhere", () => {
  const stale = Object.entries(LEFT_OUT).flatMap(([role, reasons]) =>
    Object.keys(reasons).filter(
      (file) => !files.some((one) => one.file === file && !one.roles.some((named) => named === role)),
    ),
  );
  expect(stale).toEqual([]);
});
