import { REVEALS_PER_HOUR } from "#contract/limits.ts";
import { answers, closed, noGrant, type Rule } from "./rule.ts";
import type { RuleWorld, Who } from "./world.ts";

const NESTED = "PGRST204"; // a body writes columns of one table; a relation's name is no column
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
  "device_system",
  "shares_system_with",
  "disabled_macro_id",
  "push_skew_ms",
  "allow_plain_http",
  "allow_old_tls",
  "tls_version",
];
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

  /** Every operation that wants a step-up, as an old session asks for it. */
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
    "examine-controller": (who) => code(who, "examine-controller", { controller_id: shared }),
    "end-user-manager/REVEAL_PIN": async (who) =>
      code(who, "end-user-manager", { action: "REVEAL_PIN", credential_id: await credential() }),
    "end-user-manager/MAIL_PIN": async (who) =>
      code(who, "end-user-manager", { action: "MAIL_PIN", credential_id: await credential() }),
    "generate-weekly-codes/list": (who) => code(who, "generate-weekly-codes", { action: "list" }),
    "own-weekly-codes/REVEAL": (who) =>
      code(who === "systemOld" ? "northOld" : who, "own-weekly-codes", { action: "REVEAL", controller_id: shared }),
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

  const reveal = async (who: Who) => strong["end-user-manager/REVEAL_PIN"]?.(who) ?? "";
  const emptied = (action: () => Promise<string>) =>
    answers("rate_limited", async () => {
      for (let n = 0; n < REVEALS_PER_HOUR; n++) await reveal("north");
      return action();
    });

  return [
    {
      name: "no table call writes a column that holds a secret or says whom the portal trusts",
      covers: ["controllers.username"],
      paths: {
        insert: noGrant(
          "system_admin",
          "insert",
          ...SECRETS.map((name) => `controllers.${name}`),
          "alert_webhooks.sealed_url",
          "alert_webhooks.signing_secret",
        ),
        update: noGrant(
          "system_admin",
          "update",
          ...SECRETS.map((name) => `controllers.${name}`),
          "alert_webhooks.sealed_url",
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
        function: closed(
          "functions write them by private.insert_controller, update_controller and rotate_webhook, which the next rules hold",
        ),
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
      name: "a moved controller needs its password again and a step-up",
      covers: [
        "controllers.device_ip",
        "controllers.device_port",
        "controllers.device_type",
        "controller-manager/UPDATE",
      ],
      paths: {
        insert: closed("a new row has no stored password"),
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
      name: "what shows or changes a secret wants a step-up",
      covers: Object.keys(strong),
      paths: {
        insert: closed("these operations are functions; no table call reaches what they show"),
        update: closed("these operations are functions; no table call reaches what they show"),
        upsert: closed("these operations are functions; no table call reaches what they show"),
        bulk: closed("a function takes one at a time"),
        nested: closed("a function's body is its schema"),
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
      name: `an account has ${REVEALS_PER_HOUR} stored codes shown in an hour`,
      // The reveals of own weekly codes: functions/own-weekly-codes.test.ts.
      covers: ["end-user-manager/REVEAL_PIN", "generate-weekly-codes/list", "own-weekly-codes/REVEAL"],
      paths: {
        insert: closed("no table call shows a code"),
        update: closed("no table call shows a code"),
        upsert: closed("no table call shows a code"),
        bulk: closed("a function shows one at a time, the list of weekly codes counts as one"),
        nested: closed("no embed shows a code"),
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
