// Lists the roles that may write each column with a secret or a trusted party; a new column fails until listed.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#tests/integration/platform/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ filled: false });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Finds columns with names like secrets, and checks that only encrypted text or a digest passes. */
const LOOKS_SECRET = {
  name: "(sealed|encrypted|hash|secret|sha256|token|password|hmac|grams|fingerprint|(^|_)pin$|_pin_mask)",
  check: "(is_encrypted_text|is_encrypted_pin|\\[0-9a-f\\]\\{64\\})",
};

const CLOSED = [
  "audit_keys.mac",
  "audit_chain.hmac",
  "audit_chain.row_hmac",
  "audit_chain.chained_at",
  "controller_sync.group_token",
  "alert_webhooks.encrypted_url",
  "alert_webhooks.signing_secret",
  "controllers.allow_old_tls",
  "controllers.allow_plain_http",
  "controllers.cert_accepted_at",
  "controllers.cert_sha256",
  "controllers.cert_subject",
  "controllers.cert_valid_to",
  "controllers.device_system",
  "controllers.disabled_macro_id",
  "controllers.missing_macro_id",
  "controllers.firmware",
  "controllers.model",
  "controllers.password_encrypted",
  "controllers.serial",
  "controllers.shares_system_with",
  "controllers.tls_version",
  "controllers.webhook_hash",
  "controllers.webhook_previous_ends_on_use",
  "controllers.webhook_previous_hash",
  "controllers.webhook_previous_until",
  "controllers.webhook_rotated_at",
  "controllers.webhook_secret",
  "controllers.webhook_user",
  "controllers.whole_days",
  "controller_pins.pin_hmac",
  "controller_users.credential_token",
  "controller_users.pin_hmacs",
  "controller_users.pin_mask",
  "controller_users.user_token",
  "controllers.password_mask",
  "credentials.pin_grams",
  "credentials.pin_hmacs",
  "device_sync.credential_token",
  "device_sync.user_token",
  "installation_webhook.enabled",
  "installation_webhook.webhook_hash",
  "installation_webhook.webhook_previous_hash",
  "installation_webhook.webhook_previous_until",
  "installation_webhook.webhook_secret",
  "installation_webhook.webhook_user",
  "mail_queue.encrypted_content",
  "weekly_codes.pin_hmacs",
];

const OPEN: Record<string, string> = {
  "end_users.import_digest":
    "an import writes it as its caller, and it only says whether undoing may delete a person whom the caller may delete anyway",
  // server/rest-codecs.ts encrypts a PIN on its way in and refuses anything else.
  "credentials.credential_value": "codec",
  // The codec refuses every value from a table call; functions write in the caller's role.
  "controller_users.pin": "codec",
  "weekly_codes.code": "codec",
  "access_points.access_profile_token": "no secret",
  "access_points.device_door_token": "no secret",
  "access_points.hours_token": "no secret",
  "door_profiles.hours_token": "no secret",
  "door_profiles.profile_token": "no secret",
  "controller_assignments.axis_credential_token": "no secret, and emptied by database/reconcile triggers",
  "controller_assignments.axis_user_token": "no secret, and emptied by database/reconcile triggers",
  "controller_users.group_token": "no secret",
};

const secretLooking = async (): Promise<string[]> => {
  const { rows } = await world.admin.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and (a.attname ~ $1 or exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
         and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ $2))
     order by (c.relname || '.' || a.attname) collate "C"`,
    [LOOKS_SECRET.name, LOOKS_SECRET.check],
  );
  return rows.map(({ name }) => name);
};

const writable = async (columns: readonly string[]): Promise<string[]> => {
  const { rows } = await world.admin.query<{ name: string }>(
    `select distinct name from unnest($1::text[]) name, unnest(array['anon', 'system_admin', 'org_admin']) r, unnest(array['insert', 'update']) action
     where has_column_privilege(r, ('public.' || split_part(name, '.', 1))::regclass, split_part(name, '.', 2), action) order by name`,
    [columns],
  );
  return rows.map(({ name }) => name);
};

test("every column that looks like a secret has its row here", async () => {
  const known = new Set([...CLOSED, ...Object.keys(OPEN)]);
  expect((await secretLooking()).filter((name) => !known.has(name))).toEqual([]);
});

test("every row here is a column", async () => {
  const { rows } = await world.admin.query<{ name: string }>(
    `select name from unnest($1::text[]) name where not exists (select from pg_attribute a
       where a.attrelid = to_regclass('public.' || split_part(name, '.', 1)) and a.attname = split_part(name, '.', 2) and not a.attisdropped)`,
    [[...CLOSED, ...Object.keys(OPEN)]],
  );
  expect(rows).toEqual([]);
});

test("no portal role may write one, by insert or by update", async () => {
  expect(await writable(CLOSED)).toEqual([]);
});

test("a column of that kind that somebody adds, or a right that somebody gives, is found", async () => {
  await world.admin.query(
    "alter table public.organizations add column gate_token text, add column odd text check (private.is_encrypted_text(odd))",
  );
  await world.admin.query("grant update (cert_sha256) on public.controllers to system_admin");
  const [looking, open] = [await secretLooking(), await writable(CLOSED)];
  await world.admin.query("revoke update (cert_sha256) on public.controllers from system_admin");
  await world.admin.query("alter table public.organizations drop column gate_token, drop column odd");
  expect(looking).toEqual(expect.arrayContaining(["organizations.gate_token", "organizations.odd"]));
  expect(open).toEqual(["controllers.cert_sha256"]);
});
