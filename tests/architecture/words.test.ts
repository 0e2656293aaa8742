// One meaning a word, the field's word where it has one: what was renamed stays renamed.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./source-imports.ts";

/** Migrations are released and never edited; decisions before the words were settled (0038) are superseded, not edited. */
const FILES = [
  "{bench,contract,drivers,rest,scripts,server,simulators,tests,web}/**/*.{ts,tsx,mts,mjs,js,css,md}",
  "database/README.md",
  "database/!(migrations)/*.sql",
  "docs/!(decisions)/*.md",
  "docs/*.md",
  "docs/decisions/00{34,35,36,37,38,39,4?,5?,6?,7?,8?,9?}-*.md",
  "deploy/*",
  "{.ci,.github/workflows,.vscode}/*",
  "*.{md,ts,mjs,json,cmd}",
  ".{dockerignore,editorconfig,gitattributes,gitignore,npmrc,oxlintrc.json}",
];
/** Say the retired words themselves, or names of the schema. */
const SAYS_THEM = ["docs/data-model.md", "tests/architecture/words.test.ts", "docs/decisions/0038-the-fields-words.md"];

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
    allowed:
      /(question|quotation|byte order)mark|(question|quotation|byte order) marks?|byteOrderMark|BYTE_ORDER_MARK/g,
  },
  {
    word: /pairs?/,
    instead: "replica",
    allowed: /(surrogate|key) pairs?|generateKeyPair(Sync)?|\bPair\b/g,
    notIn: /^rest\//, // columns of a join, two and two
  },
  {
    word: /cop(y|ies)/,
    instead: "replica",
    // The clipboard's, a file's, and PostgreSQL's COPY.
    allowed:
      /[Kk]eep a copy|[Cc]opy(Field|Plus|File|To|From|Out|Native)\w*|copy-(field|streams)|\bCOPY\b|`copy \$|\(`copy/g,
    notIn: /^(scripts|web|deploy\/try-image)\b/,
  },
  { word: /holders?/, instead: "credential source", allowed: /CredentialHolderName/g },
  { word: /ghosts?/, instead: "orphan", notIn: /^web\// }, // the quiet button, as design systems call it
  { word: /strangers?/, instead: "unmanaged object" },
  { word: /walls?|walled/, instead: "tenant guard, row guard, local time" },
  {
    word: /(un|re)?seal(s|ed|ing|er)?/,
    instead: "encrypted, chained",
    notIn:
      /^tests\/integration\/(rest\/codecs|database\/secret-columns)|mail-queue|mail\.test|alert-rig|^server\/platform\/(log|mail\/send-mail)/,
  },
  {
    word: /letters?/,
    instead: "email",
    allowed:
      /letters, digits|(one|final) letter|alias of letters|small letters|(first-)?letter-spacing|first-letter|look-alike letters?/g,
    // Keys of the keyboard, and columns of a sheet.
    notIn:
      /words\.test|^(web\/app|web\/styles|web\/features\/vehicle-import|scripts\/seed|contract\/(plate|sign-scores|text-encoding|vehicle-csv)|tests\/integration\/rest)/,
  },
  { word: /tells?|told/, instead: "notify, report" },
  { word: /bells?|pokes?/, instead: "wake" },
  { word: /acts?/, instead: "operation, event" },
  { word: /pictures?/, instead: "app shell, screenshot", allowed: /"picture-in-picture"/g },
  { word: /late code/, instead: "lazy chunk" },
  { word: /second address/, instead: "retry URL" },
  { word: /houses?/, instead: "fixture, context" },
  // The noun and the name; the verb is ordinary English.
  {
    word: /(?<=\b(the|other|by|a|any|no|all|these|own|its|their) )means|means(?= of\b|\.\w|\?|\)|;| =| \{|, \w+[,)}])/,
    instead: "fixture, context",
  },
  { word: /patient/, instead: "retrying" },
  { word: /who is there/, instead: "re-authentication, step-up" },
  { word: /prov(e|es|ed|en|ing)|proofs?/, instead: "re-authentication, confirmed" },
  { word: /guess(es|ed|ing)?/, instead: "attempt, estimate", allowed: /(easy|hard) to guess/g },
];

/** Names that the released schema, its wire and its audit rows have. */
const RELEASED = new RegExp(
  [
    /\bholderKind\b|\bholder_(ids?|kind|facts)\b|\bp_holders?\b|\b(raise|lock)_holders\b|\bprivate\.holders\b/,
    /, holders(?=\) values \(p_kind)|\bg\.holders\b/, // a column of pin_claims
    /\b(mark|raise|open)_pairs\b|\bmark_%s|\blane_pause\b|\b(pause|resume)_lanes\b|\blanes_(paused(_at)?|resumed)\b/,
    /\bdesired_copies\b|\bother_copy_wanted\b|\bcopies_(on_devices|left)\b|'copies'|\bcopy_differs\b/,
    /a copy on a device is forgotten/, // the message of a deferred trigger
    /\bsealed_\w+\b|\bsealed(?=, expires_at)|\baudit_(un)?seal(s|ed)\b|\b(audit_)?await_seal\b|\bapp\.resealing\b/,
    /\bgate_told_unknown\b|\b(a|spent|allowed)\.told\b|\b(as|set) told\b|\btold_hour(_system)?\b|\bpin_collision_told\b/,
    /\b(note|charge|note_auth)_act\b|\baudit(ed)?_acts_of(_day|_minute)?\b|\bghost_(found|removed)\b/,
    /\bsession_proof\b|\bmfa_requirements_fresh_proof\b|\bproved_at\b|\blast_told_at\b|\btold = false\b|\brows, told\)/,
    /\bauth_(take|refund)_guess\b|\bauth_guess_wait\b|\bmark_(insert|update|delete)\b|\baudit_unsealed\b/,
    // A column of mail_queue, checks of the schema, labels of derived keys, a command.
    /\bis_sealed_\w*|\bmail_queue\.sealed\b|\bmail\.sealed\b|\bsealed(?=: keys| as encrypted| = (null|\$1|\())|"seal\/(text|pin)"|"?\breseal\b"?/,
    // Error codes, audit actions and metrics.
    /\bghost_copy\b|\bpin_on_other_holder\b|\bcolumn_sealed\b|\bsecrets_resealed\b|\bportal_(installation_)?(lanes|copies)_\w+/,
    // Replies of functions and a view of the audit's keys.
    /\b(status|facts|t)?\)?\.?(lanes|copies)\b(?=[:,.)]| \}| ?!==)|\bas (lanes|copies)\b|`copies`|"copies"|\bletters\b(?=[:,]| \+)|\$\{letters\}/,
    /\bseals\b(?=: number|: z\.|, mac|, \.\.\.rest|, \.\.\.| = 0|,\n)|\bentries: seals\b|\baudit_seals_audit_id_fkey\b|\bconst letters = await queueEmails|\bvia\.pairs\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** Without names of decisions, and without the blocks that a command writes; lines keep their numbers. */
const prose = (document: string) =>
  document
    .replace(/(decisions\/|\()\d{4}-[\w-]+\.md/g, "")
    .replace(/<!-- ([a-z][\w -]*) -->[\s\S]*?<!-- \/\1 -->/g, (block) => block.replace(/[^\n]/g, ""));

/** `RowWall` and `row_wall` as the words they are made of. */
const inWords = (text: string) =>
  text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_-]/g, " ")
    .toLowerCase();

const PATTERNS = RETIRED.map((one) => ({ ...one, pattern: new RegExp(`\\b(?:${one.word.source})\\b`) }));

/** `path:line: word → the word instead` for every retired word of a text. */
function retiredIn(path: string, text: string): string[] {
  const isDocument = path.endsWith(".md");
  let rest = text.replace(RELEASED, "");
  if (isDocument) rest = prose(rest);
  for (const { allowed } of RETIRED) if (allowed) rest = rest.replace(allowed, "");
  const inLines = inWords(rest);
  const found = PATTERNS.filter(({ notIn, pattern }) => notIn?.test(path) !== true && pattern.test(inLines));
  if (found.length === 0) return [];
  const lines = inLines.split("\n");
  return found.flatMap(({ pattern, instead }) =>
    lines.flatMap((line, at) => {
      const word = pattern.exec(line)?.[0];
      return word === undefined ? [] : [`${path}:${at + 1}: ${word} → ${instead}`];
    }),
  );
}

/** Where the page has its Swedish name: sentences, and tests that read them. */
const SWEDISH = /^(tests|contract\/errors|server\/platform\/mail\/templates|web\/texts\/(?!en\/))|^CHANGELOG/;

// Of data that differs it is the field's word; it is the Swedish name of a page too.
test("the page Operations is not called Drift in English", () => {
  const files = FILES.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((file) => !SWEDISH.test(file));
  expect(files.filter((file) => file.startsWith("web/texts/en/")).length).toBeGreaterThan(20);
  expect(files.filter((file) => /\bDrift\b/.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});

describe("retired words", () => {
  test.each(FILES)("do not come back in %s", (files) => {
    const paths = globSync(files, { cwd: root }).filter((path) => ![...SAYS_THEM, "tests/COVERAGE.md"].includes(path));
    expect(paths.length).toBeGreaterThan(0);
    const found = paths.flatMap((path) => [
      ...retiredIn(path, readFileSync(join(root, path), "utf8")),
      ...retiredIn(path, path),
    ]);
    expect(found).toEqual([]);
  });

  test.each([
    ["an identifier", "export interface RowWall {", "wall"],
    ["a column that is not released", "select sealed from t", "sealed"],
    ["a comment", "// The lane carries it.", "lane"],
    ["a test's name", 'test("a ghost is removed", () => {', "ghost"],
    ["a file's name", "server/mail/letter-queue.ts", "letter"],
    ["a name that is a verb elsewhere", "export async function plant(means: Means) {", "means"],
    ["a noun that is a verb elsewhere", "// By the means of the trial.", "means"],
  ])("are seen in %s", (_where, line, word) => {
    expect(retiredIn("database/x.sql", line).map((one) => one.split(" ")[1])).toEqual([word]);
  });

  test("released names and ordinary English stay", () => {
    expect(retiredIn("database/x.sql", "where holder_id = any (p_holders) -- one letter and two hyphens")).toEqual([]);
    expect(retiredIn("docs/x.md", "Empty means: never. What that means is plain: `false` means none.")).toEqual([]);
    expect(retiredIn("drivers/x.ts", "a byte order mark, a surrogate pair, a placeholder, a firewall")).toEqual([]);
  });

  test("a document is judged by what people write in it", () => {
    const text = "[0021](decisions/0021-two-walls.md)\n<!-- bench x -->\ntwo lanes\n<!-- /bench x -->\na lane";
    expect(retiredIn("docs/x.md", text)).toEqual(["docs/x.md:5: lane → controller worker, worker run"]);
  });
});
