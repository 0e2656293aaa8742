import { REVEALS_PER_HOUR } from "#contract/limits.ts";
import { encryptWeeklyCode } from "#server/weekly-codes/encrypt.ts";
import { createAccount } from "#tests/support/build-portal.ts";
import { answers, noGrant, type Rule } from "./rule.ts";
import type { RuleWorld, Who } from "./world.ts";

const NESTED = "PGRST204"; // A body writes columns of one table; a relation's name is no column.
const OBJECT = { accept: "application/vnd.pgrst.object+json", prefer: "return=representation" };
const SECRETS = [
  "password_encrypted",
  "webhook_user",
  "webhook_hash",
  "webhook_secret",
  "cert_sha256",
  "cert_accepted_at",
  "cert_subject",
  "cert_valid_to",
  "model",
  "firmware",
  "whole_days",
  "keeps_hours",
  "device_system",
  "shares_system_with",
  "disabled_macro_id",
  "missing_macro_id",
  "push_skew_ms",
  "refused_at",
  "refused_cause",
  "allow_plain_http",
  "allow_old_tls",
  "tls_version",
];
const NO_RIGHT = "42501";
const MERGE = { prefer: "resolution=merge-duplicates" };

export function trustRules(world: RuleWorld): Rule[] {
  const { rest, call, sql, credential, shared, gate, portal } = world;
  const patch = async (who: Who, body: object, filter = `id=eq.${shared}`, headers = {}) =>
    (await rest(who, `controllers?${filter}`, { method: "PATCH", body, headers })).code;
  const code = async (who: Who, name: string, body: object) => (await call(who, name, body)).code;
  const moved = { device_ip: "192.0.2.200" };
  const withPassword = async () => {
    const { keys } = portal.server.deps;
    await sql("update controllers set password_encrypted = $2 where id = $1", [
      shared,
      keys.encryptText("stored", `controllers.password_encrypted.${shared}`),
    ]);
  };
  const move = async (who: Who, more: object = {}) => {
    await withPassword();
    return code(who, "controller-manager", { action: "UPDATE", id: shared, payload: { ...moved, ...more } });
  };
  const row = (id: string) => ({ id, name: "Delad", device_type: "axis", ...moved, organization_id: world.north });

  let another: Promise<string> | undefined;
  const anotherSystemAdmin = () =>
    (another ??= createAccount(portal.server, "annan", null).then(({ userId }) => userId));
  let neighbour: Promise<string> | undefined;
  const orgAdmin = () =>
    (neighbour ??= createAccount(portal.server, "granne", world.north).then(({ userId }) => userId));

  /** Asks for every operation that wants a step-up, in an old session. */
  const strong: Record<string, (who: Who) => Promise<string>> = {
    "controller-manager/TRUST_CERTIFICATE": (who) =>
      code(who, "controller-manager", { action: "TRUST_CERTIFICATE", id: shared, fingerprint: "a".repeat(64) }),
    "controller-manager/ALLOW_OLD_TLS": (who) =>
      code(who, "controller-manager", { action: "ALLOW_OLD_TLS", id: shared, fingerprint: "a".repeat(64) }),
    "controller-manager/FORBID_OLD_TLS": (who) =>
      code(who, "controller-manager", { action: "FORBID_OLD_TLS", id: shared }),
    "controller-manager/ROTATE_WEBHOOK": (who) =>
      code(who, "controller-manager", { action: "ROTATE_WEBHOOK", id: gate }),
    "controller-manager/SET_UP_PUSH": (who) =>
      code(who, "controller-manager", { action: "SET_UP_PUSH", id: gate, portal: "https://portal.example" }),
    ...Object.fromEntries(
      Object.entries({ UNASSIGN: {}, UNASSIGN_DOOR: {}, RETIRE: { reason: "borta" } }).map(([action, more]) => [
        `controller-manager/${action}`,
        (who: Who) => code(who, "controller-manager", { action, id: crypto.randomUUID(), ...more }),
      ]),
    ),
    "examine-controller": (who) => code(who, "examine-controller", { controller_id: shared }),
    "end-user-manager/REVEAL_PIN": async (who) =>
      code(who, "end-user-manager", { action: "REVEAL_PIN", credential_id: await credential() }),
    "end-user-manager/MAIL_PIN": async (who) =>
      code(who, "end-user-manager", { action: "MAIL_PIN", credential_id: await credential() }),
    "end-user-manager/MAIL_IMPORTED_PINS": (who) =>
      code(who, "end-user-manager", {
        action: "MAIL_IMPORTED_PINS",
        import_id: crypto.randomUUID(),
        ids: [crypto.randomUUID()],
      }),
    "generate-weekly-codes/list": (who) => code(who, "generate-weekly-codes", { action: "list" }),
    "own-weekly-codes/REVEAL": (who) =>
      code(who === "systemOld" ? "northOld" : who, "own-weekly-codes", { action: "REVEAL", controller_id: shared }),
    "controller-manager/END_WEBHOOK_OVERLAP": (who) =>
      code(who, "controller-manager", { action: "END_WEBHOOK_OVERLAP", id: gate }),
    "controller-manager/ROTATE_INSTALLATION_WEBHOOK": (who) =>
      code(who, "controller-manager", { action: "ROTATE_INSTALLATION_WEBHOOK" }),
    "controller-manager/END_INSTALLATION_WEBHOOK_OVERLAP": (who) =>
      code(who, "controller-manager", { action: "END_INSTALLATION_WEBHOOK_OVERLAP" }),
    "controller-manager/SET_INSTALLATION_WEBHOOK": (who) =>
      code(who, "controller-manager", { action: "SET_INSTALLATION_WEBHOOK", enabled: true }),
    "get-webhook-credentials": async (who) =>
      (await world.read(who, `get-webhook-credentials?controller_id=${gate}`)).code,
    "generate-weekly-codes/generate": (who) =>
      code(who, "generate-weekly-codes", { action: "generate", controllerIds: [shared] }),
    "alert-control/ADD_WEBHOOK": (who) =>
      code(who, "alert-control", { action: "ADD_WEBHOOK", name: "Larm", url: "https://receiver.example/hook" }),
    "alert-control/ROTATE_WEBHOOK_SECRET": (who) =>
      code(who, "alert-control", { action: "ROTATE_WEBHOOK_SECRET", webhook_id: crypto.randomUUID() }),
    "sync-control/REBUILD": (who) => code(who, "sync-control", { action: "REBUILD", controller_id: shared }),
    "admin-manager/delete": async (who) =>
      code(who, "admin-manager", { action: "delete", admin_id: await anotherSystemAdmin() }),
    // Accounts of org admins count too: a new sign-in to one is shown codes that an old session is not.
    ...Object.fromEntries(
      Object.entries({
        update_email: { email: "annan@test.example" },
        update_password: { password: "hemligt-annat-2026" },
        reset_password_and_get_temp: {},
        invite: {},
        remove_factors: {},
      }).map(([action, more]) => [
        `admin-manager/${action}`,
        async (who: Who) => code(who, "admin-manager", { action, admin_id: await orgAdmin(), ...more }),
      ]),
    ),
    "admin-manager/create_org_admin": (who) =>
      code(who, "admin-manager", {
        action: "create_org_admin",
        email: "ny@nord.example",
        password: "hemligt-ny-2026",
        first_name: "Ny",
        last_name: "Ordförande",
        organization_id: world.north,
      }),
    "admin-manager/create_system_admin": (who) =>
      code(who, "admin-manager", {
        action: "create_system_admin",
        email: "ny@test.example",
        password: "hemligt-ny-2026",
        first_name: "Ny",
        last_name: "Chef",
      }),
  };
  const allOf = async (who: Who) =>
    [...new Set(await Promise.all(Object.values(strong).map((action) => action(who))))].join(", ");

  /** Checks that every table call which could show a stored code masks it, for every caller. */
  const shownByTable = answers("masked", async () => {
    const pin = world.freePin();
    const id = await credential(pin);
    const back = { prefer: "return=representation" };
    const columns = "select=id,credential_value,display_value";
    const replies = [
      await rest("north", `credentials?${columns}&id=eq.${id}`, { method: "GET" }),
      await rest("north", `credentials?${columns}&id=eq.${id}`, {
        method: "PATCH",
        body: { enabled: true },
        headers: back,
      }),
      await rest("system", `end_users?select=id,credentials(id,credential_value)&credentials.id=eq.${id}`, {
        method: "GET",
      }),
    ];
    return replies.some(({ text }) => text.includes(pin)) ? "shown" : "masked";
  });
  const reveal = async (who: Who) => strong["end-user-manager/REVEAL_PIN"]?.(who) ?? "";
  const emptied = (action: () => Promise<string>) =>
    answers("rate_limited", async () => {
      for (let n = 0; n < REVEALS_PER_HOUR; n++) await reveal("north");
      return action();
    });

  return [
    {
      key: "no-secret-by-table",
      name: "no table call writes a column that holds a secret or says whom the portal trusts",
      paths: {
        insert: noGrant(
          "system_admin",
          "insert",
          ...SECRETS.map((name) => `controllers.${name}`),
          "alert_webhooks.encrypted_url",
          "alert_webhooks.signing_secret",
        ),
        update: noGrant(
          "system_admin",
          "update",
          ...SECRETS.map((name) => `controllers.${name}`),
          "alert_webhooks.encrypted_url",
          "alert_webhooks.signing_secret",
        ),
        upsert: answers(
          "42501",
          async () =>
            (
              await rest("system", "controllers?on_conflict=id", {
                body: { ...row(shared), cert_sha256: "a".repeat(64) },
                headers: MERGE,
              })
            ).code,
        ),
        bulk: answers("42501", () => patch("system", { webhook_hash: "a".repeat(64) }, "device_type=eq.axxon_lpr")),
        nested: answers(NESTED, () => patch("system", { webhook_uses: [] })),
        function: answers("42501, invalid_body", async () => {
          await withPassword();
          const payload = { username: "root", webhook_hash: "a".repeat(64), cert_sha256: "a".repeat(64) };
          const asked = await code("system", "controller-manager", { action: "UPDATE", id: shared, payload });
          const [stored] = await sql("select cert_sha256 from controllers where id = $1", [shared]);
          return `${await patch("system", { username: "root", cert_sha256: null })}, ${stored?.["cert_sha256"] === null ? asked : "written"}`;
        }),
        "dry run": answers("42501", () =>
          patch("system", { cert_sha256: "a".repeat(64) }, "device_type=eq.axis", OBJECT),
        ),
        "two at once": answers("42501, 42501", async () =>
          (await Promise.all([patch("system", { cert_sha256: null }), patch("system", { cert_sha256: null })])).join(
            ", ",
          ),
        ),
        "old session": answers("42501", () => patch("systemOld", { cert_sha256: "a".repeat(64) })),
        "another role": answers("42501", () => patch("north", { cert_sha256: "a".repeat(64) })),
      },
    },
    {
      key: "moved",
      name: "a moved controller needs its password again and a step-up",
      paths: {
        // A new row has no stored password that could be sent to another address.
        insert: answers("done", async () => {
          const id = crypto.randomUUID();
          const made = await rest("system", "controllers", {
            body: { ...row(id), name: "Ny", device_port: 4443, enabled: false },
          });
          const [stored] = await sql("select password_encrypted from controllers where id = $1", [id]);
          return stored?.["password_encrypted"] === null ? made.code : "a password";
        }),
        update: answers("invalid_body", async () => {
          await withPassword();
          return patch("system", moved);
        }),
        upsert: answers("invalid_body", async () => {
          await withPassword();
          return (await rest("system", "controllers?on_conflict=id", { body: row(shared), headers: MERGE })).code;
        }),
        bulk: answers("invalid_body", async () => {
          await withPassword();
          return patch("system", { device_port: 444 }, "device_type=eq.axis");
        }),
        nested: answers(NESTED, () => patch("system", { ...moved, access_points: [] })),
        function: answers("invalid_body", () => move("system")),
        "dry run": answers("invalid_body", async () => {
          await withPassword();
          return patch("system", moved, "device_type=eq.axis", OBJECT);
        }),
        "two at once": answers("invalid_body, invalid_body", async () =>
          (await Promise.all([move("system"), move("system")])).join(", "),
        ),
        "old session": answers("reauthentication_needed", () => move("systemOld", { password: "typed-again" })),
        "another role": answers("42501", () => patch("north", moved)),
      },
    },
    {
      key: "step-up",
      name: "what shows or changes a secret wants a step-up",
      paths: {
        insert: noGrant("system_admin", "insert", ...SECRETS.map((name) => `controllers.${name}`)),
        update: noGrant("system_admin", "update", ...SECRETS.map((name) => `controllers.${name}`)),
        upsert: answers(NO_RIGHT, async () => {
          const body = { ...row(gate), webhook_hash: "a".repeat(64) };
          return (await rest("systemOld", "controllers?on_conflict=id", { body, headers: MERGE })).code;
        }),
        bulk: answers("invalid_body", async () =>
          code("systemOld", "end-user-manager", {
            action: "REVEAL_PIN",
            credential_id: [await credential(), await credential()],
          }),
        ),
        nested: answers("reauthentication_needed", async () =>
          code("systemOld", "end-user-manager", {
            action: "REVEAL_PIN",
            credential_id: await credential(),
            organizations: { id: world.north },
          }),
        ),
        function: answers("reauthentication_needed", () => allOf("systemOld")),
        "dry run": answers("reauthentication_needed", () =>
          code("systemOld", "end-user-manager", { action: "REVEAL_PIN", credential_id: crypto.randomUUID() }),
        ),
        "two at once": answers("reauthentication_needed, reauthentication_needed", async () =>
          (await Promise.all([reveal("systemOld"), reveal("systemOld")])).join(", "),
        ),
        "old session": answers("reauthentication_needed", () => reveal("northOld")),
        "another role": answers("forbidden", () =>
          code("northOld", "controller-manager", { action: "ROTATE_WEBHOOK", id: gate }),
        ),
      },
    },
    {
      key: "reveals",
      name: `an account has ${REVEALS_PER_HOUR} stored codes shown in an hour`,
      paths: {
        insert: shownByTable,
        update: shownByTable,
        upsert: shownByTable,
        bulk: emptied(async () => {
          const id = crypto.randomUUID();
          await sql(
            `insert into weekly_codes (id, code, week_number, year, valid_from, valid_to)
             values ($1, $2, 53, 2032, now() - interval '1 day', now() + interval '6 days')`,
            [id, encryptWeeklyCode(portal.server.deps.keys, id, "513908")],
          );
          await sql("insert into weekly_code_assignments values ($1, $2)", [id, shared]);
          return code("north", "own-weekly-codes", { action: "REVEAL", controller_id: shared });
        }),
        nested: shownByTable,
        function: emptied(() => reveal("north")),
        "dry run": answers("not_found", () =>
          code("north", "end-user-manager", { action: "REVEAL_PIN", credential_id: crypto.randomUUID() }),
        ),
        "two at once": answers("done, rate_limited", async () => {
          await sql("delete from auth.rate_limits");
          for (let n = 1; n < REVEALS_PER_HOUR; n++) await reveal("north");
          const ask = async (at: Pick<RuleWorld, "call">) =>
            (await at.call("north", "end-user-manager", { action: "REVEAL_PIN", credential_id: await credential() }))
              .code;
          return (await Promise.all([ask(world), ask(world.elsewhere)])).sort().join(", ");
        }),
        "old session": answers("reauthentication_needed", () => reveal("northOld")),
        "another role": answers("rate_limited", async () => {
          for (let n = 0; n < REVEALS_PER_HOUR; n++) await reveal("system");
          return code("system", "generate-weekly-codes", { action: "list" });
        }),
      },
    },
  ];
}
