// Dumps a database's objects, rights and rows as text, for comparing two databases.
import type { Client } from "pg";

const SCHEMAS = "('public', 'private', 'auth', 'extensions')";
const IN_SCHEMAS = (oid: string) => `${oid}::regnamespace::text in ${SCHEMAS}`;
/** Excludes objects that an extension creates. */
const NOT_OF_EXTENSION = (catalogue: string, oid: string) =>
  `not exists (select from pg_depend e where e.classid = '${catalogue}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;
/** Lists one grant per line, by name: the order of an ACL depends on the order of the grants. */
const GRANTS = (acl: string, kind: string, owner: string) =>
  `cross join lateral aclexplode(coalesce(${acl}, acldefault(${kind}, ${owner}))) g`;
const GRANT = `format('%s may %s%s, by %s', case g.grantee when 0 then 'public' else g.grantee::regrole::text end, lower(g.privilege_type),
  case when g.is_grantable then ' and grant it' else '' end, g.grantor::regrole)`;
const RELATION = `pg_class c where ${IN_SCHEMAS("c.relnamespace")} and ${NOT_OF_EXTENSION("pg_class", "c.oid")}`;
const RELATIONS = `select c.* from ${RELATION} and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')`;
const FUNCTIONS = `select p.* from pg_proc p where ${IN_SCHEMAS("p.pronamespace")} and ${NOT_OF_EXTENSION("pg_proc", "p.oid")}`;

/** Each query returns lines of text. Columns are listed by name, so their order does not count; numbers of objects do not appear. */
const PARTS: Readonly<Record<string, string>> = {
  schema: `select format('%I, owner %s', n.nspname, n.nspowner::regrole) from pg_namespace n where n.nspname in ${SCHEMAS}`,
  "schema grant": `select format('%I: %s', n.nspname, ${GRANT}) from pg_namespace n ${GRANTS("n.nspacl", "'n'", "n.nspowner")} where n.nspname in ${SCHEMAS}`,
  "default grant": `select format('%s, %s, %s: %s', d.defaclrole::regrole, coalesce(nullif(d.defaclnamespace, 0)::regnamespace::text, 'everywhere'), d.defaclobjtype, ${GRANT})
    from pg_default_acl d cross join lateral aclexplode(d.defaclacl) g`,
  extension: `select format('%I in %s', e.extname, e.extnamespace::regnamespace) from pg_extension e`,
  relation: `select format('%s: kind %s, owner %s, persistence %s, row security %s forced %s, options %s, replica identity %s, access method %s, partition %s of %s %s',
      c.oid::regclass, c.relkind, c.relowner::regrole, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.reloptions, c.relreplident,
      (select a.amname from pg_am a where a.oid = c.relam), pg_get_partkeydef(c.oid), (select i.inhparent::regclass from pg_inherits i where i.inhrelid = c.oid),
      pg_get_expr(c.relpartbound, c.oid)) from (${RELATIONS}) c`,
  "relation grant": `select format('%s: %s', c.oid::regclass, ${GRANT}) from (${RELATIONS}) c
    ${GRANTS("c.relacl", "(case c.relkind when 'S' then 's' else 'r' end)::\"char\"", "c.relowner")}`,
  column: `select format('%s.%I: %s%s%s%s%s%s%s', c.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ', not null' end,
      case a.attgenerated when 's' then ', stored' when 'v' then ', virtual' end, ', default ' || pg_get_expr(d.adbin, d.adrelid),
      case when a.attidentity <> '' then ', identity ' || a.attidentity::text end, ', collation ' || nullif(a.attcollation, t.typcollation)::regcollation::text,
      coalesce(', storage ' || nullif(a.attstorage, t.typstorage)::text, '') || coalesce(', compression ' || nullif(a.attcompression, '')::text, '') || coalesce(', options ' || a.attoptions::text, '')
        || coalesce(', statistics ' || nullif(a.attstattarget, -1)::text, ''))
    from (${RELATIONS}) c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum`,
  "column grant": `select format('%s.%I: %s', c.oid::regclass, a.attname, ${GRANT}) from (${RELATIONS}) c
    join pg_attribute a on a.attrelid = c.oid and not a.attisdropped cross join lateral aclexplode(a.attacl) g`,
  view: `select format('%s: %s', c.oid::regclass, pg_get_viewdef(c.oid)) from (${RELATIONS}) c where c.relkind in ('v', 'm')`,
  rule: `select r.ev_class::regclass::text || ': ' || pg_get_ruledef(r.oid) from pg_rewrite r join (${RELATIONS}) c on c.oid = r.ev_class where r.rulename <> '_RETURN'`,
  constraint: `select format('%s %I: %s%s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid), case when k.conparentid <> 0 then ', of its parent' end)
    from pg_constraint k where ${IN_SCHEMAS("k.connamespace")}`,
  index: `select format('%s: %s, valid %s, options %s', x.indexrelid::regclass, pg_get_indexdef(x.indexrelid), x.indisvalid, i.reloptions)
    from pg_index x join pg_class i on i.oid = x.indexrelid join (${RELATIONS}) c on c.oid = x.indrelid`,
  "statistics object": `select pg_get_statisticsobjdef(s.oid) from pg_statistic_ext s where ${IN_SCHEMAS("s.stxnamespace")}`,
  trigger: `select pg_get_triggerdef(t.oid) || ', ' || t.tgenabled::text || case when t.tgparentid <> 0 then ', of its parent' else '' end
    from pg_trigger t join (${RELATIONS}) c on c.oid = t.tgrelid where not t.tgisinternal`,
  "event trigger": `select format('%I on %s, %s', e.evtname, e.evtevent, e.evtfoid::regproc) from pg_event_trigger e`,
  policy: `select format('%s %I: %s, %s, for %s, using %s, check %s', p.polrelid::regclass, p.polname, p.polcmd, p.polpermissive,
      (select string_agg(case r when 0 then 'public' else r::regrole::text end, ' ' order by r::regrole::text) from unnest(p.polroles) r),
      pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) from pg_policy p`,
  function: `select format('%s: owner %s, %s', p.oid::regprocedure, p.proowner::regrole, case when p.prokind = 'a' then 'aggregate' else pg_get_functiondef(p.oid) end) from (${FUNCTIONS}) p`,
  "function grant": `select format('%s: %s', p.oid::regprocedure, ${GRANT}) from (${FUNCTIONS}) p ${GRANTS("p.proacl", "'f'", "p.proowner")}`,
  type: `select format('%s: kind %s, owner %s%s%s', t.oid::regtype, t.typtype, t.typowner::regrole,
      (select ', ' || string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid), ', of ' || nullif(t.typbasetype, 0)::regtype::text || ' default ' || t.typdefault)
    from pg_type t where ${IN_SCHEMAS("t.typnamespace")} and t.typtype in ('e', 'd', 'r') and ${NOT_OF_EXTENSION("pg_type", "t.oid")}`,
  sequence: `select format('%s: %s', s.seqrelid::regclass, (s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax, s.seqmin, s.seqcache, s.seqcycle)) from pg_sequence s join (${RELATIONS}) c on c.oid = s.seqrelid`,
  publication: `select format('%I: %s', p.pubname, (p.puballtables, p.pubinsert, p.pubupdate, p.pubdelete, p.pubtruncate)) from pg_publication p
    union all select format('%s: %s', t.pubname, t.tablename) from pg_publication_tables t`,
  role: `select format('%I: %s', r.rolname, (r.rolsuper, r.rolinherit, r.rolcreaterole, r.rolcreatedb, r.rolcanlogin, r.rolreplication, r.rolconnlimit, r.rolbypassrls, r.rolconfig))
    from pg_roles r where r.rolname !~ '^pg_'`,
  membership: `select format('%s in %s: %s', m.member::regrole, m.roleid::regrole, (m.admin_option, to_jsonb(m) - '{oid,roleid,member,grantor,admin_option}'::text[]))
    from pg_auth_members m where m.roleid::regrole::text !~ '^pg_'`,
  setting: `select format('%s: %s', coalesce(nullif(s.setrole, 0)::regrole::text, 'all'), s.setconfig) from pg_db_role_setting s
    where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))`,
  comment: `select format('%s: %s', identity, description) from (
      select (pg_identify_object(d.classoid, d.objoid, d.objsubid)).type || ' ' || (pg_identify_object(d.classoid, d.objoid, d.objsubid)).identity as identity, d.description,
        (pg_identify_object(d.classoid, d.objoid, d.objsubid)).schema as schema
      from pg_description d where d.classoid not in ('pg_extension'::regclass, 'pg_namespace'::regclass)) d where d.schema in ('public', 'private', 'auth')
    union all select format('schema %I: %s', n.nspname, obj_description(n.oid)) from pg_namespace n where n.nspname in ('private', 'auth') and obj_description(n.oid) is not null`,
};

/** Returns every object with its rights and comment, one per line, and the rows that the schema inserts. Reads as a superuser. */
export async function catalogueDump(client: Client): Promise<string[]> {
  await client.query("set search_path = ''");
  const lines: string[] = [];
  for (const [part, text] of Object.entries(PARTS)) {
    const { rows } = await client.query<{ line: string | null }>(`select line from (${text}) as part (line)`);
    lines.push(...rows.map(({ line }) => `${part} ${line}`).sort());
  }
  return [...lines, ...(await rowsOfSchema(client))];
}

/** Returns the rows of the schema without creation times and random keys, which differ between two databases. */
async function rowsOfSchema(client: Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string; columns: string }>(
    `select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attname) as columns
     from (${RELATIONS}) c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       and coalesce((select pg_get_expr(d.adbin, d.adrelid) !~ 'gen_random_uuid|now\\(\\)|clock_timestamp' from pg_attrdef d
         where d.adrelid = a.attrelid and d.adnum = a.attnum), true)
     where c.relkind in ('r', 'p') and not c.relispartition and c.oid::regclass::text !~ '^private.(schema_migrations|reapplied_files)$'
     group by 1 order by 1`,
  );
  const lines: string[] = [];
  for (const { name, columns } of tables) {
    const { rows } = await client.query<{ row: string }>(
      `select to_jsonb(t)::text as row from (select ${columns} from ${name}) t order by 1`,
    );
    lines.push(...rows.map(({ row }) => `row of ${name} ${row}`));
  }
  return lines;
}
