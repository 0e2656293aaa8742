import { z } from "zod";

const attribute = z.object({
  name: z.string(),
  position: z.number().int(),
  type: z.string(),
  category: z.string(),
  default: z.string().nullable(),
  readable: z.boolean(),
});

export const relationRows = z.array(
  z.object({
    oid: z.string(),
    name: z.string(),
    kind: z.string(),
    comment: z.string().nullable(),
    exposed: z.boolean(),
    action: z.string().nullable(),
    columns: z.array(attribute),
    keys: z.array(z.object({ primary: z.boolean(), columns: z.array(z.number().int()) })),
  }),
);
export type RelationRow = z.infer<typeof relationRows>[number];

export const foreignKeyRows = z.array(
  z.object({
    name: z.string(),
    from: z.string(),
    to: z.string(),
    fromColumns: z.array(z.number().int()),
    toColumns: z.array(z.number().int()),
  }),
);
export type ForeignKeyRow = z.infer<typeof foreignKeyRows>[number];

const routineArgument = z.object({
  name: z.string(),
  type: z.string(),
  category: z.string(),
  relation: z.string(),
  mode: z.string(),
});

export const routineRows = z.array(
  z.object({
    name: z.string(),
    comment: z.string().nullable(),
    setOf: z.boolean(),
    rows: z.number(),
    volatility: z.enum(["i", "s", "v"]),
    returns: z.string(),
    returnsRelation: z.string(),
    returnsColumns: z.array(z.object({ name: z.string(), type: z.string(), category: z.string() })),
    defaults: z.number().int(),
    variadic: z.boolean(),
    arguments: z.array(routineArgument),
  }),
);
export type RoutineRow = z.infer<typeof routineRows>[number];

/** Returns relations, with other schemas' views below exposed ones, but no partitions. $1 exposed schema, $2 callers' roles (null: all). */
export const RELATIONS = `
select c.oid::text as oid, c.relname as name, c.relkind as kind, n.nspname = $1 as exposed,
  pg_catalog.obj_description(c.oid, 'pg_class') as comment,
  (select r.ev_action::text from pg_catalog.pg_rewrite r where r.ev_class = c.oid and r.ev_type = '1' and c.relkind in ('v', 'm')) as action,
  coalesce((select json_agg(json_build_object('name', a.attname, 'position', a.attnum,
      'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
      'category', case when t.typname in ('json', 'jsonb', 'tsvector') then t.typname else t.typcategory::text end,
      'default', case when a.attidentity <> '' then 'pg_catalog.nextval(' || quote_literal(pg_catalog.pg_get_serial_sequence(quote_ident(n.nspname) || '.' || quote_ident(c.relname), a.attname)) || '::regclass)'
                      when a.attgenerated <> '' then null else pg_catalog.pg_get_expr(d.adbin, d.adrelid) end,
      'readable', $2::text[] is null or exists (select 1 from pg_catalog.pg_roles o where o.rolname = any($2::text[])
                    and pg_catalog.has_column_privilege(o.oid, c.oid, a.attnum, 'select'))) order by a.attnum)
    from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
  coalesce((select json_agg(json_build_object('primary', i.indisprimary, 'columns', array(select unnest(i.indkey::int2[])))) from pg_catalog.pg_index i
    where i.indrelid = c.oid and i.indisunique and i.indpred is null and i.indexprs is null), '[]') as keys
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where not c.relispartition and (n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f')
   or c.relkind in ('v', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema')
order by c.oid`;

export const FOREIGN_KEYS = `
select k.conname as name, k.conrelid::text as "from", k.confrelid::text as "to",
  array(select unnest(k.conkey))::int[] as "fromColumns", array(select unnest(k.confkey))::int[] as "toColumns"
from pg_catalog.pg_constraint k join pg_catalog.pg_namespace n on n.oid = k.connamespace
where k.contype = 'f' and k.conparentid = 0 and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
order by k.conname, k.oid`;

/** Returns functions. Their arguments have type modifier -1: `character` alone would be one character. */
export const ROUTINES = `
select p.proname as name, pg_catalog.obj_description(p.oid, 'pg_proc') as comment, p.proretset as "setOf", p.prorows::float8 as rows, p.provolatile as volatility,
  pg_catalog.format_type(p.prorettype, null) as returns, rt.typrelid::text as "returnsRelation",
  coalesce((select json_agg(json_build_object('name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod), 'category', t.typcategory) order by a.attnum)
    from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
    where a.attrelid = rt.typrelid and rt.typrelid <> 0 and a.attnum > 0 and not a.attisdropped), '[]') as "returnsColumns",
  p.pronargdefaults as defaults, p.provariadic <> 0 as variadic,
  coalesce((select json_agg(json_build_object('name', coalesce(p.proargnames[x.n], ''), 'type', pg_catalog.format_type(t.oid, -1),
      'category', case when t.typname in ('json', 'jsonb') then t.typname else t.typcategory::text end,
      'relation', t.typrelid::text, 'mode', coalesce(p.proargmodes[x.n]::text, 'i')) order by x.n)
    from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality x(type, n) join pg_catalog.pg_type t on t.oid = x.type), '[]') as arguments
from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace join pg_catalog.pg_type rt on rt.oid = p.prorettype
where n.nspname = $1 and p.prokind = 'f' and p.prorettype not in ('pg_catalog.trigger'::regtype, 'pg_catalog.event_trigger'::regtype)
order by p.proname, p.oid`;
