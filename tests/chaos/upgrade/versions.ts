// Makes copies of the portal that are its next two versions: the first adds a column of a person, the second removes it again.
import { appendFile, cp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "#scripts/lib/paths.ts";

const PARTS = ["contract", "database", "drivers", "rest", "scripts", "server", "simulators", "package.json"];
const TEST_PARTS = ["tests/chaos", "tests/support"];

/** One migration of each kind, as database/README.md asks for them. */
const EXPAND: Readonly<Record<string, string>> = {
  "migrations/0101_floor.sql": "alter table public.end_users add column floor text;",
  "migrations/0102_floor_filled.sql": `-- run: in batches
set local role portal_engine;
update public.end_users set floor = 'okänd' where id in (select id from public.end_users where floor is null limit 500);
set local role portal_owner;`,
  "migrations/0103_floor_check.sql":
    "alter table public.end_users add constraint floor_given check (floor is not null and length(floor) < 50) not valid;",
  "migrations/0104_floor_checked.sql": "alter table public.end_users validate constraint floor_given;",
  "migrations/0105_floor_index.sql": `-- run: outside a transaction
create index concurrently end_users_floor on public.end_users (organization_id, floor);`,
};
/** Fills the column for servers that do not know it. It is needed as soon as the check holds, so the first migration makes it. */
const FILLED = `
create function private.fill_floor() returns trigger language plpgsql as $$
  begin
    new.floor := coalesce(new.floor, 'okänd');
    return new;
  end $$;
create trigger fill_floor before insert or update on public.end_users for each row execute function private.fill_floor();`;
const CONTRACT = `-- oldest-code: 0105
drop trigger fill_floor on public.end_users;
drop function private.fill_floor();
alter table public.end_users drop column floor;`;
const RIGHTS = "\ngrant insert (floor), update (floor) on public.end_users to system_admin, org_admin;\n";
/** Files whose re-application touches their whole kind, or every table. */
const TOUCHED = [
  "people/plates.function.sql",
  "people/a-effective-access.view.sql",
  "audit/audit.trigger.sql",
  "platform/plain-texts.trigger.sql",
  "people/credentials.policy.sql",
  "gates/access_logs.policy.sql",
];

/** Returns the folders of both versions, in order. */
export async function makeVersions(folder: string): Promise<[expanded: string, contracted: string]> {
  const [expanded, contracted] = [join(folder, "expanded"), join(folder, "contracted")];
  await copyPortal(expanded);
  await change(expanded, "next");
  for (const [path, text] of Object.entries(EXPAND))
    await writeFile(join(expanded, "database", path), path.includes("0101") ? text + FILLED : text);
  await appendFile(join(expanded, "database/people/end_users.policy.sql"), RIGHTS);
  await cp(expanded, contracted, { recursive: true, verbatimSymlinks: true });
  await change(contracted, "the one after");
  await writeFile(join(contracted, "database/migrations/0106_no_floor.sql"), CONTRACT);
  const policy = "database/people/end_users.policy.sql";
  await cp(join(root, policy), join(contracted, policy));
  return [expanded, contracted];
}

async function copyPortal(to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(join(to, "tests"), { recursive: true });
  for (const part of [...PARTS, ...TEST_PARTS]) await cp(join(root, part), join(to, part), { recursive: true });
  await symlink(join(root, "node_modules"), join(to, "node_modules"));
}

async function change(version: string, name: string): Promise<void> {
  for (const path of TOUCHED) await appendFile(join(version, "database", path), `-- ${name}\n`);
}
