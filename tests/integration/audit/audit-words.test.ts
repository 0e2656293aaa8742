// Every column, fact and value that the event log can show has a name in both languages; nothing is shown by its key.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AUDIT_KINDS } from "#contract/audit-actions.ts";
import { GRANTED_REASONS } from "#contract/functions/granted-passages.ts";
import { isPersonField } from "#contract/person-fields.ts";
import { ENCRYPTED_PLACES } from "#server/operations/encrypted-rows.store.ts";
import { openWorld, type World } from "#tests/integration/platform/world.ts";
import { changesOf } from "#web/features/audit/changes.ts";
import { audit as english } from "#web/features/audit/texts/audit.en.ts";
import { auditTexts } from "#web/features/audit/texts/audit.sv.ts";
import { validity as englishValidity } from "#web/features/people/texts/people.en.ts";
import { validityTexts } from "#web/features/people/texts/people.sv.ts";

const root = join(import.meta.dirname, "../../..");
const languages = [
  ["Swedish", auditTexts],
  ["English", english],
] as const;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const AUDITED = "(select tgrelid from pg_trigger where tgfoid = 'private.audit_change'::regproc)";

/** Returns the names under which a row's facts are shown. The value is one that no column hides. */
const shownKeys = (row: Record<string, unknown>) =>
  Object.keys(row).filter((key) => changesOf(null, { [key]: row[key] }).length > 0);

function unnamed(keys: readonly string[], { fields }: { fields: Record<string, string> }): string[] {
  // The forms' words name a person's optional texts; their type requires both languages.
  return keys.filter((key) => fields[key] === undefined && !isPersonField(key));
}

async function auditedKeys(): Promise<string[]> {
  const { rows } = await world.admin.query<{ key: string }>(
    `select distinct jsonb_object_keys(private.audit_masked(
       (select jsonb_object_agg(t.attname, 'x') from pg_attribute t where t.attrelid = c.oid and t.attnum > 0 and not t.attisdropped), null)) as key
     from pg_class c where c.oid in ${AUDITED}`,
  );
  // Beside the columns, private.audit_named adds these names.
  const named = /jsonb_build_object\('(\w+)'/g;
  const added = [...read("database/audit/audit-named.function.sql").matchAll(named)].map(([, key = ""]) => key);
  return [...rows.map(({ key }) => key), ...added, "plate"];
}

const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Reads from the source the keys of the facts that code and SQL write beside an event. */
function writtenKeys(): string[] {
  const keys: string[] = [];
  for (const file of globSync("database/*/*.sql", { cwd: root }))
    for (const [statement] of read(file).matchAll(/(record_event\(|into public\.audit \()[^;]*;/g))
      for (const [, entries = ""] of statement.matchAll(/jsonb_build_object\(([^;]*)/g))
        keys.push(...[...entries.matchAll(/(?:^|, ?\n? *)'(\w+)',/g)].map(([, key = ""]) => key));
  for (const file of globSync("server/**/*.ts", { cwd: root })) {
    const text = read(file);
    for (const [call] of text.matchAll(/(?:recordEvent|writeAudit)\([\s\S]*?\);/g))
      for (const [, facts = ""] of call.matchAll(/after: \{([^}]*)\}/g))
        keys.push(...[...facts.matchAll(/(?:^|,)\s*([a-z]\w*)/g)].map(([, key = ""]) => key));
  }
  return keys;
}

/** Names facts that stand in a variable where the event is written. */
const ELSEWHERE = {
  granted_passages_shown: ["reason", "text"],
  "auth.factor_add": ["type", "name"],
  removal_confirmed: ["controller_name", "credential_type", "removed", "confirmed_at", "suspended_until"],
  access_logs_forgotten: ["rows", "months"],
  backup_restored: ["taken_at"],
  backup_made: ["kind"],
  backup_failed: ["kind", "trouble"],
  restore_failed: ["restore_trouble"],
  backups_removed: ["removed"],
  audit_exported: ["search", "kind", "from", "to"],
  door_log_exported: ["search", "show", "from", "to"],
  merged_log_exported: ["search", "show", "from", "to"],
  people_exported: ["search", "rows"],
  who_exported: ["place", "person", "at"],
  access_logs_exported: ["plate", "status", "from", "to"],
};

describe.each(languages)("in %s", (_language, texts) => {
  test("every audited column has a name", async () => {
    const keys = await auditedKeys();
    expect(keys).toEqual(expect.arrayContaining(["relay_request", "plate_number", "purposes", "weekly_code"]));
    expect(unnamed(shownKeys(Object.fromEntries(keys.map((key) => [key, "x"]))), texts)).toEqual([]);
  });

  test("every fact beside an event has a name", () => {
    const keys = writtenKeys();
    expect(keys).toEqual(
      expect.arrayContaining(["until", "kept", "replicas", "reencrypted", "log_rows", "still_held"]),
    );
    const all = [...keys, ...Object.values(ELSEWHERE).flat()];
    expect(unnamed(shownKeys(Object.fromEntries(all.map((key) => [key, "x"]))), texts)).toEqual([]);
  });

  test("every value of a list has a word", async () => {
    const { rows } = await world.admin.query<{ column: string; check: string }>(
      `select a.attname as column, pg_get_constraintdef(c.oid) as check from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype = 'c' and c.conrelid in ${AUDITED} and pg_get_constraintdef(c.oid) like '%= ANY (ARRAY[%'`,
    );
    // These columns are read from devices, and masked in the audit.
    const unaudited = ["pin_use", "tls_version", "hours_problem"];
    const listed = rows
      .filter(({ column }) => shownKeys({ [column]: "x" }).length > 0 && !unaudited.includes(column))
      .flatMap(({ column, check }) =>
        [...check.matchAll(/'(\w+)'::text/g)].map(([, value = ""]) => [column, value] as const),
      );
    const beside = [
      ...GRANTED_REASONS.map((value) => ["reason", value] as const),
      ...AUDIT_KINDS.map((value) => ["kind", value] as const),
      ...["all", "granted", "denied"].map((value) => ["status", value] as const),
      ...["refused", "granted", "all"].map((value) => ["show", value] as const),
      ...["code", "validity", "doors", "access"].map((value) => ["removed", value] as const),
      ...["totp", "phone", "webauthn"].map((value) => ["type", value] as const),
      ...["password", "recovery", "invite", "oauth"].map((value) => ["method", value] as const),
      ...ENCRYPTED_PLACES.map(({ column }) => ["reencrypted", column] as const),
    ];
    expect(listed.map(([column]) => column)).toEqual(expect.arrayContaining(["device_type", "role", "kind"]));
    const validity = texts === english ? englishValidity : validityTexts;
    const silent = [...listed, ...beside].filter(([field, value]) =>
      field === "validity_period" ? !Object.hasOwn(validity, value) : texts.values[field]?.[value] === undefined,
    );
    expect(silent).toEqual([]);
  });
});
