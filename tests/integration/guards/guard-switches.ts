import type { Pool } from "pg";
import { type TenantGuard, tenantGuard } from "#server/platform/database/tenant-guard.ts";

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

/** Row security of every table. Rights (GRANT) stay: they are not under test. */
export async function setRowSecurity(admin: Pool, up: boolean): Promise<void> {
  await admin.query(`do $$ declare t regclass; begin
    for t in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') loop
      execute format('alter table %s ${up ? "enable" : "disable"} row level security', t);
    end loop; end $$`);
}

/** What functions ask beside the policies (database/auth/a-sees-every-organization.function.sql). */
export async function setFunctionGuard(admin: Pool, up: boolean): Promise<void> {
  await admin.query(
    `create or replace function private.sees_every_organization() returns boolean language sql stable parallel safe
     as $$ select ${up ? "current_user <> 'org_admin'" : "true"} $$`,
  );
}

/** A transaction that touched a foreign row fails at its commit, so every cell meets the same world. */
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
