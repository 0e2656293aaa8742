// Writes docs/data-model.md from the catalogue of a migrated database. A table's domain is the migration that creates it.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Pool } from "pg";
import { z } from "zod";
import { ROLES as PORTAL_ROLES } from "#contract/roles.ts";
import { root } from "./paths.ts";

const grant = z.object({ role: z.string(), rights: z.array(z.string()), rows: z.enum(["all", "some", "none"]) });
const table = z.object({
  name: z.string(),
  purpose: z.string().nullable(),
  columns: z.array(
    z.object({ name: z.string(), type: z.string(), meaning: z.string().nullable(), hidden: z.boolean() }),
  ),
  keys: z.array(z.object({ columns: z.string(), target: z.string(), unique: z.boolean() })),
  grants: z.array(grant),
  triggers: z.array(z.object({ name: z.string(), moments: z.array(z.string()) })),
});
type Table = z.infer<typeof table>;

const NAME = (oid: string) =>
  `(select case k.relnamespace::regnamespace::text when 'public' then '' else k.relnamespace::regnamespace::text || '.' end || k.relname from pg_class k where k.oid = ${oid})`;
const list = (roles: readonly string[]) => `(${roles.map((role) => `'${role}'`).join(", ")})`;
const ROLES = list([...PORTAL_ROLES, "portal_auth", "portal_engine", "portal_gate"]);
const ADMINS = list(PORTAL_ROLES);
/** Tells in SQL whether a role has the right to the table, or to any of its columns. */
const MAY = (right: string) => `has_any_column_privilege(r.rolname, c.oid, '${right}')`;

const TABLES = `
select ${NAME("c.oid")} as name, obj_description(c.oid, 'pg_class') as purpose,
  (select json_agg(json_build_object('name', a.attname,
      'type', replace(format_type(a.atttypid, a.atttypmod), 'timestamp with time zone', 'timestamptz') || case when a.attnotnull then '' else ', null' end || case when a.attgenerated <> '' then ', generated' else '' end,
      'meaning', col_description(c.oid, a.attnum),
      'hidden', exists (select from pg_roles r where r.rolname in ${ADMINS} and ${MAY("select")})
        and not exists (select from pg_roles r where r.rolname in ${ADMINS} and has_column_privilege(r.rolname, c.oid, a.attnum, 'select'))) order by a.attnum)
    from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
  (select coalesce(json_agg(json_build_object('target', ${NAME("f.confrelid")},
      'columns', (select string_agg(a.attname, ', ' order by p) from unnest(f.conkey) with ordinality u (n, p) join pg_attribute a on a.attrelid = f.conrelid and a.attnum = u.n),
      'unique', exists (select from pg_index x where x.indrelid = c.oid and x.indisunique and x.indpred is null and x.indnkeyatts = cardinality(f.conkey) and x.indkey::int2[] @> f.conkey))
      order by f.conname), '[]') from pg_constraint f where f.conrelid = c.oid and f.contype = 'f') as keys,
  (select coalesce(json_agg(json_build_object('role', g.role, 'rights', g.rights, 'rows', case
        when not c.relrowsecurity then 'all'
        when exists (select from pg_policy p where p.polrelid = c.oid and g.role::regrole = any (p.polroles) and pg_get_expr(p.polqual, c.oid) = 'true') then 'all'
        when exists (select from pg_policy p where p.polrelid = c.oid and g.role::regrole = any (p.polroles)) then 'some' else 'none' end) order by g.place), '[]')
    from (select r.rolname::text as role, array_position(array${ROLES.replace("(", "[").replace(")", "]")}, r.rolname::text) as place,
        array_remove(array[case when ${MAY("select")} then 'read' end, case when ${MAY("insert")} then 'insert' end, case when ${MAY("update")} then 'update' end,
          case when has_table_privilege(r.rolname, c.oid, 'delete') then 'delete' end], null) as rights
      from pg_roles r where r.rolname in ${ROLES}) g where g.rights <> '{}') as grants,
  (select coalesce(json_agg(json_build_object('name', t.tgname, 'moments', array_remove(array[
      case when t.tgtype & 2 <> 0 then 'before' else 'after' end, case when t.tgtype & 4 <> 0 then 'insert' end,
      case when t.tgtype & 16 <> 0 then 'update' end, case when t.tgtype & 8 <> 0 then 'delete' end, case when t.tgtype & 32 <> 0 then 'truncate' end], null)) order by t.tgname), '[]')
    from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers
from pg_class c where c.relnamespace::regnamespace::text in ('public', 'auth', 'private') and c.relkind in ('r', 'p') and not c.relispartition`;

/** Returns the whole document. `admin` is a superuser's connection to a migrated database. */
export async function dataModelDocument(admin: Pool): Promise<string> {
  const tables = z.array(table).parse((await admin.query(TABLES)).rows);
  const byName = new Map(tables.map((one) => [one.name, one]));
  return [
    "# Data model",
    "",
    "Written by `npm run docs` from the catalogue of a migrated database: purposes and meanings are the comments in `database/migrations`, rights the",
    "policies and grants of `database/<domain>`. A column is never null unless it says so. `portal_auth`, `portal_engine` and `portal_gate` are the server's own roles;",
    "`portal_backup` reads every table of `public` and `auth`. What each role may do with which row: the table's policy file.",
    "",
    ...domains().flatMap(({ title, text, names }) => [
      `## ${title}`,
      "",
      text,
      "",
      ...diagram(names.flatMap((name) => byName.get(name) ?? [])),
      "",
      ...names.flatMap((name) => section(byName.get(name))),
    ]),
  ].join("\n");
}

interface Domain {
  readonly title: string;
  /** The head comment of the migration. */
  readonly text: string;
  readonly names: readonly string[];
}

/** Returns the domains. Later migrations add to the domains of the first release, or create their own. */
function domains(): Domain[] {
  return globSync("database/migrations/*.sql", { cwd: root })
    .sort()
    .flatMap((file) => {
      const sql = readFileSync(join(root, file), "utf8");
      const names = [...sql.matchAll(/^create (?:unlogged )?table ([a-z_.]+) \(/gm)].map(([, name = ""]) =>
        name.replace(/^public\./, ""),
      );
      const head = sql.replace(/^-- run-as.*\n/, "").split(/\n(?!--)/)[0] ?? "";
      const title = (/\d+_(.*)\.sql$/.exec(file)?.[1] ?? file).replaceAll("_", " ");
      const text = head.replaceAll(/^-- ?/gm, "").replaceAll("\n", " ");
      return names.length > 0 ? [{ title: title.charAt(0).toUpperCase() + title.slice(1), text, names }] : [];
    });
}

function diagram(tables: readonly Table[]): string[] {
  const entity = (name: string) => (name.includes(".") ? `"${name}"` : name);
  return [
    "```mermaid",
    "erDiagram",
    ...tables.flatMap(({ name, keys }) => [
      `  ${entity(name)}`,
      ...keys.map(
        ({ target, columns, unique }) =>
          `  ${entity(target)} ||--o${unique ? "|" : "{"} ${entity(name)} : "${columns}"`,
      ),
    ]),
    "```",
  ];
}

function section(one: Table | undefined): string[] {
  if (one === undefined) return [];
  const writers = one.grants.filter(({ rights }) => rights.some((right) => right !== "read"));
  const readers = one.grants.filter(({ rights }) => rights.includes("read"));
  const rows = { all: "all rows", some: "the rows that its policy allows", none: "no row" };
  const read = readers.map(({ role, rows: which }) => `\`${role}\` ${rows[which]}`);
  const write = writers.map(
    ({ role, rights }) => `\`${role}\` ${rights.filter((right) => right !== "read").join(", ")}`,
  );
  const triggers = one.triggers.map(
    ({ name, moments: [moment, ...events] }) => `\`${name}\` ${moment} ${events.join(", ")}`,
  );
  return [
    `### ${one.name}`,
    "",
    purposeOf(one),
    "",
    "| Column | Type | Meaning |",
    "|---|---|---|",
    ...one.columns.map((column) => `| \`${column.name}\` | ${column.type} | ${meaningOf(one, column)} |`),
    "",
    `* Read by: ${read.join("; ") || "nobody"}`,
    `* Written by: ${write.join("; ") || "nobody"}`,
    `* Triggers: ${triggers.join("; ") || "none"}`,
    "",
  ];
}

/** Returns the purpose without declarations of relations for the table layer. */
const purposeOf = ({ purpose }: Pick<Table, "purpose">): string =>
  (purpose ?? "")
    .split("\n")
    .filter((line) => !line.startsWith("@relation"))
    .join(" ");

function meaningOf({ keys }: Table, { name, meaning, hidden }: Table["columns"][number]): string {
  const key = keys.find(({ columns }) => columns === name);
  return [key && `→ ${key.target}.`, meaning?.replaceAll("|", "\\|"), hidden && "*Not readable by administrators.*"]
    .filter(Boolean)
    .join(" ");
}
