import type { AuditedRow } from "#contract/tables/audit.ts";
import { formatExact, formatNumber } from "#web/lib/dates.ts";
import { auditTexts } from "#web/texts/audit.ts";
import { words } from "#web/texts/words.ts";

export interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

/** Foreign keys say nothing to a person; the sentence names their targets. */
const isTechnical = (key: string, value: unknown) =>
  key === "id" ||
  (key.endsWith("_id") && key !== "macro_id") ||
  key.endsWith("_token") ||
  key === "secrets_changed" ||
  value === undefined;

/** Differing fields of an update, all meaningful fields of an insert or delete; secrets are named, never shown. */
export function changesOf(before: AuditedRow | null, after: AuditedRow | null): Change[] {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changes = keys
    .filter((key) => !isTechnical(key, after?.[key] ?? before?.[key]))
    .filter((key) =>
      before && after
        ? JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null)
        : (before?.[key] ?? after?.[key] ?? null) !== null,
    )
    .map((key) => ({
      field: auditTexts.fields[key] ?? key,
      before: before && valueWords(before[key]),
      after: after && valueWords(after[key]),
    }));
  return [...changes, ...secretsOf(after)];
}

function secretsOf(after: AuditedRow | null): Change[] {
  const names: unknown = after?.["secrets_changed"];
  if (!Array.isArray(names)) return [];
  return names.map((name) => ({
    field: auditTexts.secrets[String(name)] ?? String(name),
    before: words.none,
    after: auditTexts.secretChanged,
  }));
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return words.none;
  if (typeof value === "boolean") return value ? auditTexts.yes : auditTexts.no;
  if (typeof value === "number") return formatNumber(value);
  if (typeof value !== "string") return JSON.stringify(value);
  if (INSTANT.test(value)) return formatExact(value);
  return auditTexts.values[value] ?? value;
}
