import type pg from "pg";
import { z } from "zod";
import type { Catalogue } from "./catalogue.ts";
import type { Column, Relation, Routine } from "./catalogue-types.ts";

export interface DescribedColumn {
  readonly name: string;
  readonly type: string;
  readonly category: string;
  readonly comment: string | null;
  readonly labels: readonly string[];
  readonly nullable: boolean;
  readonly default: string | null;
  readonly primary: boolean;
  readonly readable: boolean;
  readonly insertable: boolean;
  readonly updatable: boolean;
}

export interface DescribedRelation {
  readonly name: string;
  readonly isView: boolean;
  readonly comment: string | null;
  readonly columns: readonly DescribedColumn[];
  readonly readable: boolean;
  readonly insertable: boolean;
  readonly updatable: boolean;
  readonly deletable: boolean;
}

export interface Description {
  /** The schema's comment. */
  readonly comment: string | null;
  readonly relations: readonly DescribedRelation[];
  readonly routines: readonly Routine[];
}

const column = z.object({
  name: z.string(),
  comment: z.string().nullable(),
  labels: z.array(z.string()),
  required: z.boolean(),
  generated: z.boolean(),
  select: z.boolean(),
  insert: z.boolean(),
  update: z.boolean(),
});
const relations = z.array(
  z.object({
    name: z.string(),
    comment: z.string().nullable(),
    delete: z.boolean(),
    inserts: z.boolean(),
    updates: z.boolean(),
    columns: z.array(column),
  }),
);
type Granted = z.infer<typeof relations>[number];

/** `pg_relation_is_updatable`: 4 update, 8 insert, 16 delete. */
const RELATIONS = `
select c.relname as name, pg_catalog.obj_description(c.oid, 'pg_class') as comment,
  pg_catalog.has_table_privilege(c.oid, 'delete') and pg_catalog.pg_relation_is_updatable(c.oid, true) & 16 <> 0 as delete,
  pg_catalog.pg_relation_is_updatable(c.oid, true) & 8 <> 0 as inserts, pg_catalog.pg_relation_is_updatable(c.oid, true) & 4 <> 0 as updates,
  (select coalesce(json_agg(json_build_object('name', a.attname, 'comment', pg_catalog.col_description(c.oid, a.attnum),
      'labels', array(select e.enumlabel from pg_catalog.pg_enum e where e.enumtypid = a.atttypid order by e.enumsortorder),
      'required', a.attnotnull, 'generated', a.attgenerated <> '' or a.attidentity = 'a',
      'select', pg_catalog.has_column_privilege(c.oid, a.attnum, 'select'),
      'insert', pg_catalog.has_column_privilege(c.oid, a.attnum, 'insert'),
      'update', pg_catalog.has_column_privilege(c.oid, a.attnum, 'update')) order by a.attnum), '[]')
    from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
from pg_catalog.pg_class c where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
order by c.relname`;

const COMMENT = "select pg_catalog.obj_description($1::regnamespace, 'pg_namespace') as comment";

const ROUTINES = `
select distinct p.proname as name from pg_catalog.pg_proc p
where p.pronamespace = $1::regnamespace and pg_catalog.has_function_privilege(p.oid, 'execute') order by 1`;

/** Describes the schema with the rights of the role of `client`'s transaction. */
export async function describeSchema(client: pg.ClientBase, catalogue: Catalogue): Promise<Description> {
  const schema = [`"${catalogue.schema.replaceAll('"', '""')}"`];
  const said = z.array(z.object({ comment: z.string().nullable() })).parse((await client.query(COMMENT, schema)).rows);
  const granted = relations.parse((await client.query(RELATIONS, schema)).rows);
  const names = z.array(z.object({ name: z.string() })).parse((await client.query(ROUTINES, schema)).rows);
  return {
    comment: said[0]?.comment ?? null,
    relations: granted.flatMap((one) => {
      const relation = catalogue.relations.get(one.name);
      const described = relation && describeRelation(relation, one);
      return described && described.columns.length > 0 ? [described] : [];
    }),
    routines: names.flatMap(({ name }) => (catalogue.routines.get(name) ?? []).filter(isCallable)),
  };
}

const isCallable = (routine: Routine): boolean =>
  routine.arguments.every((argument) => argument.name !== "" || argument.category.startsWith("json"));

function describeRelation(relation: Relation, granted: Granted): DescribedRelation {
  const rights = new Map(granted.columns.map((one) => [one.name, one]));
  const columns = [...relation.columns.values()].flatMap((one) => {
    const own = rights.get(one.name);
    return own && (one.shown || own.insert || own.update)
      ? [describeColumn(relation, one, own, rights.get(one.readName)?.select === true)]
      : [];
  });
  const touched = columns.filter((one) => one.readable || one.insertable || one.updatable);
  return {
    name: relation.name,
    isView: relation.isView,
    comment: granted.comment,
    columns: touched,
    readable: touched.some((one) => one.readable),
    insertable: granted.inserts && touched.some((one) => one.insertable),
    updatable: granted.updates && touched.some((one) => one.updatable),
    deletable: granted.delete,
  };
}

function describeColumn(
  relation: Relation,
  one: Column,
  own: z.infer<typeof column>,
  readable: boolean,
): DescribedColumn {
  return {
    name: one.name,
    type: one.type,
    category: one.category,
    comment: own.comment,
    labels: own.labels,
    nullable: !own.required,
    default: one.default,
    primary: relation.primaryKey.includes(one.name),
    readable: readable && one.shown,
    insertable: own.insert && !own.generated,
    updatable: own.update && !own.generated,
  };
}
