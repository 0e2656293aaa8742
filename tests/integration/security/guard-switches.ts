import type { Pool } from "pg";
import type { TenantGuard } from "#server/platform/database/tenant-guard.ts";
import { tenantGuard } from "#server/tables.ts";

export function switchableGuard(): { guard: TenantGuard; service: { up: boolean } } {
  const service = { up: true };
  return {
    service,
    guard: {
      scope: (caller) => (service.up ? tenantGuard.scope(caller) : null),
      admits: (caller, organizationId) => !service.up || tenantGuard.admits(caller, organizationId),
      rows: (caller) => (service.up ? tenantGuard.rows(caller) : null),
    },
  };
}

/**
 * Switches row security of every table. Rights (GRANT) stay: they are not under test. It goes table by table, since the server works at the
 * same time: locking them all at once would meet its queries in another order.
 */
export async function setRowSecurity(admin: Pool, up: boolean): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity <> $1`,
    [up],
  );
  for (const { name } of rows) await admin.query(`alter table ${name} ${up ? "enable" : "disable"} row level security`);
}

/** The guards that functions ask beside the policies, and their answers when they are off. */
const FUNCTION_GUARDS = {
  "private.sees_every_organization()": "returns boolean language sql stable parallel safe as $$ select true $$",
  "private.person_is_mine(p_organization uuid)": "returns boolean language sql stable as $$ select true $$",
  "private.is_own_organization(p_organization uuid)":
    "returns boolean language sql stable parallel safe as $$ select true $$",
};
const asInstalled = new WeakMap<Pool, string[]>();

export async function setFunctionGuard(admin: Pool, up: boolean): Promise<void> {
  const guards = Object.entries(FUNCTION_GUARDS);
  const installed = asInstalled.get(admin) ?? (await Promise.all(guards.map(([name]) => definitionOf(admin, name))));
  asInstalled.set(admin, installed);
  const down = guards.map(([name, open]) => `create or replace function ${name} ${open}`);
  for (const definition of up ? installed : down) await admin.query(definition);
}

async function definitionOf(admin: Pool, signature: string): Promise<string> {
  const { rows } = await admin.query<{ definition: string }>(
    "select pg_get_functiondef($1::regprocedure) as definition",
    [signature.replace("p_organization ", "")],
  );
  return rows[0]?.definition ?? "";
}

/** Makes a transaction that touched a foreign row fail at its commit, so that every cell starts from the same rows. */
export async function reportForeignWrites(admin: Pool, tables: readonly string[], own: string): Promise<void> {
  await admin.query(`create function public.foreign_write() returns trigger language plpgsql as $$ begin
    if current_setting('app.org', true) = '${own}' and exists (
      select from (values (to_jsonb(old)), (to_jsonb(new))) as touched (r)
      where r is not null and r ->> 'organization_id' is distinct from '${own}')
    then raise exception 'FOREIGN WRITE %', tg_table_name; end if;
    return null; end $$`);
  for (const table of tables) {
    await admin.query(`create constraint trigger foreign_write after insert or update or delete on public.${table}
      deferrable initially deferred for each row execute function public.foreign_write()`);
  }
}
