// One meaning a word, the field's word where it has one: what was renamed stays renamed.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./source-imports.ts";

/** Grows until it is the whole repository. Migrations are released and never edited, decisions are superseded. */
const DONE: readonly { readonly files: string; readonly only?: "comments" }[] = [
  { files: "rest/**/*.{ts,md}" },
  { files: "drivers/**/*.ts" },
  { files: "simulators/**/*.{ts,js}" },
  { files: "database/README.md" },
  { files: "database/!(migrations)/*.sql" },
  { files: "{ARCHITECTURE,CONTRIBUTING,CHANGELOG}.md" },
  { files: "docs/{alerts,client,deploy,performance,reliability,settings,wording}.md" },
  { files: "docs/devices/*.md" },
  { files: "scripts/**/*.{ts,mts,mjs}", only: "comments" },
];

interface Retired {
  readonly word: RegExp;
  readonly instead: string;
  /** The word in its ordinary meaning, or in a name of a protocol. */
  readonly allowed?: RegExp;
  readonly notIn?: RegExp;
}

const RETIRED: readonly Retired[] = [
  { word: /lanes?/, instead: "controller worker, worker run" },
  {
    word: /mark(s|ed|ing)?/,
    instead: "bump the desired generation",
    allowed: /(question|quotation|byte order)mark|(question|quotation|byte order) marks?/g,
  },
  {
    word: /pairs?/,
    instead: "replica",
    allowed: /(surrogate|key) pairs?|generateKeyPairSync/g,
    notIn: /^rest\//, // columns of a join, two and two
  },
  { word: /cop(y|ies)/, instead: "replica", allowed: /[Kk]eep a copy/g, notIn: /^scripts\// },
  { word: /holders?/, instead: "credential source", allowed: /CredentialHolderName/g },
  { word: /ghosts?/, instead: "orphan" },
  { word: /strangers?/, instead: "unmanaged object" },
  { word: /walls?|walled/, instead: "tenant guard, row guard, local time" },
  { word: /(un|re)?seal(s|ed|ing|er)?/, instead: "encrypted, chained", allowed: /admin -- reseal|`reseal`/g },
  {
    word: /letters?/,
    instead: "email",
    allowed: /letters, digits|(one|final) letter|alias of letters|small letters/g,
  },
  { word: /tells?|told/, instead: "notify, report" },
  { word: /bells?|pokes?/, instead: "wake" },
  { word: /acts?/, instead: "operation, event" },
  { word: /pictures?/, instead: "app shell, screenshot", allowed: /scripts\/pictures/g },
  { word: /late code/, instead: "lazy chunk" },
  { word: /second address/, instead: "retry URL" },
  { word: /houses?/, instead: "fixture, context" },
  { word: /patient/, instead: "retrying" },
  { word: /prov(e|es|ed|en|ing)|proofs?/, instead: "re-authentication, confirmed" },
  { word: /guess(es|ed|ing)?/, instead: "attempt, estimate" },
];

/** Names that the released schema, its wire and its audit rows have. */
const RELEASED = new RegExp(
  [
    /\bholder_(ids?|kind|facts)\b|\bp_holders?\b|\b(raise|lock)_holders\b|\bprivate\.holders\b/,
    /, holders(?=\) values \(p_kind)|\bg\.holders\b/, // a column of pin_claims
    /\b(mark|raise|open)_pairs\b|\bmark_%s|\blane_pause\b|\b(pause|resume)_lanes\b|\blanes_(paused(_at)?|resumed)\b/,
    /\bdesired_copies\b|\bother_copy_wanted\b|\bcopies_(on_devices|left)\b|'copies'|\bcopy_differs\b/,
    /a copy on a device is forgotten/, // the message of a deferred trigger
    /\bsealed_\w+\b|\bsealed(?=, expires_at)|\baudit_(un)?seal(s|ed)\b|\b(audit_)?await_seal\b|\bapp\.resealing\b/,
    /\b(a|spent|allowed)\.told\b|\b(as|set) told\b|\btold_hour(_system)?\b|\bpin_collision_told\b/,
    /\b(note|charge|note_auth)_act\b|\baudit(ed)?_acts_of(_day|_minute)?\b|\bghost_(found|removed)\b/,
    /\bsession_proof\b|\bmfa_requirements_fresh_proof\b|\bproved_at\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** Without names of decisions, and without the blocks that a command writes; lines keep their numbers. */
const prose = (document: string) =>
  document
    .replace(/decisions\/\d{4}-[\w-]+\.md/g, "")
    .replace(/<!-- ([a-z][\w -]*) -->[\s\S]*?<!-- \/\1 -->/g, (block) => block.replace(/[^\n]/g, ""));

const comments = (text: string) =>
  text
    .split("\n")
    .map((line) => /^\s*(?:\/\/|\/?\*).*|\s\/\/ .*/.exec(line)?.[0] ?? "")
    .join("\n");

/** `RowWall` and `row_wall` as the words they are made of. */
const inWords = (text: string) =>
  text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_-]/g, " ")
    .toLowerCase();

/** `path:line: word → the word instead` for every retired word of a text. */
function retiredIn(path: string, text: string): string[] {
  const isDocument = path.endsWith(".md");
  let rest = isDocument || path.startsWith("database/") ? text.replace(RELEASED, "") : text;
  if (isDocument) rest = prose(rest);
  for (const { allowed } of RETIRED) if (allowed) rest = rest.replace(allowed, "");
  const lines = rest.split("\n").map(inWords);
  return RETIRED.filter(({ notIn }) => notIn?.test(path) !== true).flatMap(({ word, instead }) => {
    const pattern = new RegExp(`\\b(?:${word.source})\\b`);
    return lines.flatMap((line, at) => {
      const found = pattern.exec(line)?.[0];
      return found === undefined ? [] : [`${path}:${at + 1}: ${found} → ${instead}`];
    });
  });
}

describe("retired words", () => {
  test.each(DONE)("do not come back in $files", ({ files, only }) => {
    const paths = globSync(files, { cwd: root });
    expect(paths.length).toBeGreaterThan(0);
    const found = paths.flatMap((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return only === "comments"
        ? retiredIn(path, comments(text))
        : [...retiredIn(path, text), ...retiredIn(path, path)];
    });
    expect(found).toEqual([]);
  });

  test.each([
    ["an identifier", "export interface RowWall {", "wall"],
    ["a column that is not released", "select sealed from t", "sealed"],
    ["a comment", "// The lane carries it.", "lane"],
    ["a test's name", 'test("a ghost is removed", () => {', "ghost"],
    ["a file's name", "server/mail/letter-queue.ts", "letter"],
  ])("are seen in %s", (_where, line, word) => {
    expect(retiredIn("database/x.sql", line).map((one) => one.split(" ")[1])).toEqual([word]);
  });

  test("released names and ordinary English stay", () => {
    expect(retiredIn("database/x.sql", "where holder_id = any (p_holders) -- one letter and two hyphens")).toEqual([]);
    expect(retiredIn("drivers/x.ts", "a byte order mark, a surrogate pair, a placeholder, a firewall")).toEqual([]);
  });

  test("a document is judged by what people write in it", () => {
    const text = "[0021](decisions/0021-two-walls.md)\n<!-- bench x -->\ntwo lanes\n<!-- /bench x -->\na lane";
    expect(retiredIn("docs/x.md", text)).toEqual(["docs/x.md:5: lane → controller worker, worker run"]);
  });
});
