// `server/platform` is mechanism: it names no domain's table, refusal or file. The composing files join the domains.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { importGraph, root } from "./source-imports.ts";

const graph = importGraph("server/platform/**/*.ts");
const files = [...graph.keys()].filter((file) => !file.includes(".test."));
const arrows = files.flatMap((from) => (graph.get(from) ?? []).map((to) => ({ from, to })));
const show = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`;

/** The catalogue that belongs to no domain, its form, and the look-up over all domains. */
const ERRORS = ["codes", "constraints", "define-errors", "failed-operations", "platform", "settings"];
/** The queue is the platform's own. */
const OWN_TABLES = ["mail_queue"];

const TABLES = [
  ...new Set(
    [...readFileSync(join(root, "contract/generated/system-admin.ts"), "utf8").matchAll(/^ {6}(\w+): \{$/gm)].map(
      ([, table = ""]) => table,
    ),
  ),
].filter((table) => !OWN_TABLES.includes(table));

/** A table in a statement, a column's full name, or a table by itself. */
const NAMED = new RegExp(
  String.raw`\b(?:from|join|into|update|only|table|public\.)\s*"?(?:public\.)?(?:${TABLES.join("|")})\b|["'\`](?:${TABLES.join("|")})(?:\.\w+)?["'\`]`,
);
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
const tablesIn = (text: string) =>
  withoutComments(text)
    .split("\n")
    .filter((line) => NAMED.test(line));

describe("the platform of the server", () => {
  test("imports no other folder of the server", () => {
    expect(files.length).toBeGreaterThan(60);
    expect(arrows.filter(({ to }) => to.startsWith("server/") && !to.startsWith("server/platform/")).map(show)).toEqual(
      [],
    );
  });

  test("imports no domain's refusals", () => {
    const wrong = arrows.filter(({ to }) => {
      const name = /^contract\/errors\/(.+)\.ts$/.exec(to)?.[1];
      return name !== undefined && !ERRORS.includes(name);
    });
    expect(wrong.map(show)).toEqual([]);
  });

  test("names no table but its own", () => {
    expect(TABLES.length).toBeGreaterThan(50);
    const found = files.flatMap((file) =>
      tablesIn(readFileSync(join(root, file), "utf8")).map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  test.each([
    '  ["door_holds", ownOrOffered],',
    "`exists (select from public.organization_controllers _l)`",
    'await client.query("insert into credentials (id) values ($1)");',
    'keys.encryptText(password, encryptionAad("controllers.password_encrypted", id))',
    'await client.query("update weekly_codes set code = null");',
  ])("a table is seen in %s", (line) => {
    expect(tablesIn(line)).toHaveLength(1);
  });

  test.each([
    "// Rows of public.credentials",
    'await client.query("delete from mail_queue");',
    '"publickey-credentials-get",',
  ])("no table of a domain is seen in %s", (line) => {
    expect(tablesIn(line)).toEqual([]);
  });
});
