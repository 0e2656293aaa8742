// The rules for migrations after the first release (database/README.md), as far as the text of a migration shows them.

interface Rule {
  readonly rule: string;
  /** Found in a statement on a table that the migration does not make itself. */
  readonly breaks: RegExp;
  /** Found anywhere in the migration, permits it. */
  readonly unless: RegExp;
}

const RULES: readonly Rule[] = [
  {
    rule: "ends older servers",
    breaks:
      /^drop (table|view|function)|\b(drop (column|constraint|default)|rename (to|column)|alter column \w+ type|set not null)\b/,
    unless: /^-- oldest-code: \d{4}$/m,
  },
  {
    rule: "validates at once",
    breaks: /\badd (constraint \w+ )?(check|foreign key)\b(?!.*\bnot valid\b)/,
    unless: /$^/,
  },
  { rule: "rewrites or scans", breaks: /\balter column \w+ (set data )?type\b/, unless: /$^/ },
  {
    rule: "indexes in a transaction",
    breaks: /^create (unique )?index (?!concurrently)|\badd (constraint \w+ )?(unique|primary key) \(/,
    unless: /$^/,
  },
  {
    rule: "changes all rows at once",
    breaks: /^(update|delete from|insert into .* select)\b/,
    unless: /^-- run: in batches$/m,
  },
];

/** Returns the rules that a migration breaks. A table that the migration itself makes has no rows to protect. */
export function brokenRules(sql: string): string[] {
  const own = new Set([...sql.matchAll(/^\s*create table (?:if not exists )?([\w.]+)/gim)].map(([, table]) => table));
  const statements = sql
    .replaceAll(/--.*$/gm, "")
    .split(";")
    .map((statement) => statement.replaceAll(/\s+/g, " ").trim().toLowerCase())
    .filter(
      (statement) =>
        ![...own].some((table) => new RegExp(`\\b${table}\\b`).test(statement.split(" references ")[0] ?? "")),
    );
  return RULES.filter(
    ({ breaks, unless }) => !unless.test(sql) && statements.some((statement) => breaks.test(statement)),
  ).map(({ rule }) => rule);
}
