// Reads relations, columns and functions of /rest/v1 from the catalogue as superuser, for the fuzzers.
import type { Pool } from "pg";
import { z } from "zod";

const relation = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  /** The columns that an org admin may read; naming another refuses the whole query. */
  readable: z.array(z.string()),
  writable: z.array(z.string()),
  types: z.array(z.string()),
  key: z.array(z.string()),
});
const routine = z.object({ name: z.string(), arguments: z.array(z.object({ name: z.string(), type: z.string() })) });
const named = z.object({ near: z.string(), far: z.string(), name: z.string() });

export interface FuzzSchema {
  readonly relations: readonly z.infer<typeof relation>[];
  readonly links: readonly z.infer<typeof named>[];
  readonly routines: readonly z.infer<typeof routine>[];
}

export async function readFuzzSchema(admin: Pool): Promise<FuzzSchema> {
  const relations = await admin.query(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
       array(select a.atttypid::regtype::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as types,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and has_column_privilege('org_admin', c.oid, a.attnum, 'select') order by a.attnum) as readable,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and has_column_privilege('org_admin', c.oid, a.attnum, 'update') order by a.attnum) as writable,
       array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey) where i.indrelid = c.oid and i.indisprimary) as key
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition order by 1`,
  );
  const links = await admin.query(
    `select distinct n.relname as near, f.relname as far, c.conname as name from pg_constraint c join pg_class n on n.oid in (c.conrelid, c.confrelid)
       join pg_class f on f.oid in (c.conrelid, c.confrelid) and f.oid <> n.oid
     where c.contype = 'f' and n.relnamespace = 'public'::regnamespace and f.relnamespace = 'public'::regnamespace
       and not n.relispartition and not f.relispartition order by 1, 2, 3`,
  );
  const routines = await admin.query(
    `select p.proname as name, coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'type', p.proargtypes[a.at - 1]::regtype) order by a.at)
         filter (where a.name <> '' and a.at <= p.pronargs), '[]') as arguments
       from pg_proc p left join lateral unnest(p.proargnames) with ordinality a (name, at) on true
      where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype group by p.oid order by 1, p.oid`,
  );
  return {
    relations: z.array(relation).parse(relations.rows),
    links: z.array(named).parse(links.rows),
    routines: z.array(routine).parse(routines.rows),
  };
}
