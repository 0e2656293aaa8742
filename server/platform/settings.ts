// Each setting is one entry: name, schema with default, the sentence of a refusal, and its row of docs/settings.md.
import { z } from "zod";
import { WELCOME_MAILS } from "#contract/functions/admin-manager.ts";
import { roleSchema } from "#contract/roles.ts";
import { DEFAULT_DEVICE_NETWORKS, isNetwork } from "#drivers/network-policy.ts";
import { COPY_SETTINGS } from "./copy-settings.ts";
import { entry, partsOf } from "./setting.ts";
import { TELEMETRY_SETTINGS } from "./telemetry/settings.ts";

const port = z.coerce.number().int().min(0).max(65_535);
const cidrList = z.string().transform((text, context) => {
  const list = partsOf(text);
  for (const cidr of list) {
    if (!isNetwork(cidr))
      context.addIssue({ code: "custom", message: `${cidr} is not a network such as 192.168.0.0/16` });
  }
  return list;
});

const roleList = z.string().transform(partsOf).pipe(z.array(roleSchema));
const originList = z.string().transform((text, context) => {
  const list = partsOf(text);
  for (const origin of list) {
    if (!/^https?:/.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin)
      context.addIssue({ code: "custom", message: `${origin} is not an origin such as https://other.example.com` });
  }
  return list;
});

const secretList = z.string().transform((text, context) => {
  const list = text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  // Names the secret's position, not its value: this goes to a console.
  list.forEach((secret, place) => {
    if (secret.length < 32) context.addIssue({ code: "custom", message: `Key ${place + 1} is too short` });
  });
  return list;
});

/** An address of an allowed kind; a bare email address becomes mailto:. Null: not set. */
const contact = (kind: RegExp) =>
  z
    .string()
    .transform((text) => (/^[^\s@:]+@[^\s@:]+$/.test(text.trim()) ? `mailto:${text.trim()}` : text.trim()))
    .refine((text) => kind.test(text) && !/\s/.test(text) && URL.canParse(text))
    .nullable()
    .default(null);

/** Makes a switch: its schema (true for yes), the sentence of a refusal, and the answer without the setting. */
const yesOrNo = (usual: "yes" | "no") => ({
  schema: z
    .enum(["yes", "no"])
    .default(usual)
    .transform((answer) => answer === "yes"),
  rule: ["ange yes eller no", "give yes or no"] as const,
  without: `\`${usual}\``,
});

export const SETTINGS = {
  PORT: entry({
    schema: port.default(8080),
    rule: ["ange ett heltal 0–65535", "give a whole number 0–65535"],
    meaning: "port that the portal listens on",
  }),
  HOST: entry({
    schema: z.string().default("127.0.0.1"),
    rule: ["ange en adress att lyssna på", "give an address to listen on"],
    meaning: "address that the portal listens on; the demo accepts only loopback",
  }),
  PUBLIC_URL: entry({
    schema: z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ""))
      .nullable()
      .default(null),
    rule: ["ange en adress som https://portal.exempel.se", "give an address such as https://portal.example.com"],
    without: "`http://HOST:PORT`, or https with TLS",
    meaning: "the portal's address in the browser; behind a proxy, the proxy's https address",
  }),
  TLS: entry({
    schema: z.literal("internal").nullable().default(null),
    rule: ["ange internal, eller utelämna den", "give internal, or leave it out"],
    without: "plain HTTP, for a proxy on this machine, or the two files below",
    meaning:
      "`internal`: the portal speaks TLS with certificates of its own authority, which it makes and renews; Operations hands out the authority's certificate ([deploy.md](deploy.md#tls-without-a-proxy))",
  }),
  TLS_CERT_FILE: entry({
    schema: z.string().nullable().default(null),
    rule: ["ange en fil", "give a file"],
    meaning:
      "certificate with its chain in PEM; the portal speaks TLS with it, and with a new one when the file changes",
  }),
  TLS_KEY_FILE: entry({
    schema: z.string().nullable().default(null),
    rule: ["ange en fil", "give a file"],
    meaning: "the certificate's private key in PEM, without a password; needs `TLS_CERT_FILE`",
  }),
  HTTP_REDIRECT_PORT: entry({
    schema: port.nullable().default(null),
    rule: ["ange ett heltal 0–65535", "give a whole number 0–65535"],
    meaning: "a second port, such as 80, that sends plain HTTP to the portal's https address; only with TLS",
  }),
  ALLOW_HTTP: entry({
    ...yesOrNo("no"),
    meaning:
      "`yes`: listens for plain HTTP on other addresses than this machine's own loopback. Without it that start is refused, unless `PUBLIC_URL` is https and `TRUSTED_PROXIES` names the proxy",
  }),
  DATABASE_URL: entry({
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//)
      .nullable()
      .default(null),
    rule: ["ange en adress som börjar med postgres://", "give an address that begins with postgres://"],
    meaning:
      "a PostgreSQL 15 or newer, with a login that owns the database and may create roles; without it the portal runs its own server in the data folder",
  }),
  DATABASE_DIRECT_URL: entry({
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//)
      .nullable()
      .default(null),
    rule: ["ange en adress som börjar med postgres://", "give an address that begins with postgres://"],
    without: "`DATABASE_URL`",
    meaning:
      "the same database and login past a pooler such as pgbouncer, which `DATABASE_URL` then leads through; for what needs a session of its own: `LISTEN`, migrations, back-ups and restores ([deploy.md](deploy.md#several-servers))",
  }),
  PORTAL_DATA_DIR: entry({
    schema: z.string().default("./data"),
    rule: ["ange en mapp", "give a folder"],
    meaning: "folder of the key file, the embedded PostgreSQL and the audit's anchor; `./.demo` for the demo",
  }),
  PORTAL_SECRET_KEY: entry({
    schema: z.string().min(32).nullable().default(null),
    rule: ["ange minst 32 tecken", "give at least 32 characters"],
    without: "a 0600 key file made at the first start",
    meaning: "at least 32 characters; encrypts PINs and device passwords. Keep it with the back-ups, not in them",
  }),
  PORTAL_OTHER_SECRET_KEYS: entry({
    schema: secretList.default([]),
    rule: [
      "ange nycklar på minst 32 tecken, åtskilda av komma eller radbrytning",
      "give keys of at least 32 characters, separated by commas or line breaks",
    ],
    without: "none, or the further lines of the key file",
    meaning:
      "at most two other secret keys, former or coming, separated by commas or line breaks, while the secret key is replaced ([deploy.md](deploy.md#replacing-the-secret-key))",
  }),
  PORTAL_BACKUP_KEY: entry({
    schema: z.string().min(32).nullable().default(null),
    rule: ["ange minst 32 tecken", "give at least 32 characters"],
    without: "a 0600 `backup.key` made at the first back-up",
    meaning: "at least 32 characters; encrypts back-ups. Keep a copy apart from the back-ups",
  }),
  BACKUP_DIR: entry({
    schema: z.string().nullable().default(null),
    rule: ["ange en mapp", "give a folder"],
    without: "a folder in the data folder: on the database's disk, as Drift then warns",
    meaning: "folder of the back-ups that the portal makes ([deploy.md](deploy.md#back-ups))",
  }),
  ...COPY_SETTINGS,
  BACKUP_AT: entry({
    schema: z
      .string()
      .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|off)$/)
      .transform((text) => (text === "off" ? null : text))
      .default("02:30"),
    rule: ["ange ett klockslag som 02:30, eller off", "give a time such as 02:30, or off"],
    meaning: "time of day in Stockholm of the nightly back-up; `off`: none is made by itself",
  }),
  RESTORE_UPLOAD_MAX_GB: entry({
    schema: z.coerce.number().int().min(1).max(1_000).default(4),
    rule: ["ange ett heltal 1–1000", "give a whole number 1–1000"],
    meaning: "GB of the largest back-up that an empty installation takes on its first page",
  }),
  UPDATE_BACKUP: entry({
    ...yesOrNo("yes"),
    meaning:
      "`yes`: a server of a newer version backs up the database and reads the file back before it migrates it; `no`: it migrates at once",
  }),
  PORTAL_ADMIN_EMAIL: entry({
    schema: z.email().nullable().default(null),
    rule: ["ange en e-postadress", "give an email address"],
    meaning: "address of the first system admin, who is created when there is none",
  }),
  PORTAL_ADMIN_PASSWORD: entry({
    schema: z.string().min(6).nullable().default(null),
    rule: ["ange minst 6 tecken", "give at least 6 characters"],
    meaning: "the first system admin's password, at least 6 characters; needs the address",
  }),
  ...TELEMETRY_SETTINGS,
  SMTP_URL: entry({
    schema: z
      .string()
      .regex(/^smtps?:\/\//)
      .nullable()
      .default(null),
    rule: [
      "ange en adress som börjar med smtp:// eller smtps://",
      "give an address that begins with smtp:// or smtps://",
    ],
    meaning:
      "`smtp://user:password@host:port` (STARTTLS) or `smtps://…` for outgoing mail; without it e-mails wait in the queue and the page says so. A login needs TLS unless `?requireTLS=false` is set",
  }),
  MAIL_FROM: entry({
    schema: z
      .string()
      .regex(/^(?:[^<>@\r\n]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/)
      .nullable()
      .default(null),
    rule: ["ange en adress, eller Namn <adress>", "give an address, or Name <address>"],
    without: "the login of `SMTP_URL`, else `no-reply@` the portal's host",
    meaning: "sender of e-mails: an address, or `Name <address>`",
  }),
  WELCOME_MAIL: entry({
    schema: z.enum(WELCOME_MAILS).default("password"),
    rule: ["ange password eller invitation", "give password or invitation"],
    meaning:
      "`password` or `invitation`: default content of a new administrator's welcome mail, the temporary password or a link to choose one; the sender may choose the other",
  }),
  SMS_URL: entry({
    schema: z
      .url({ protocol: /^https?$/ })
      .nullable()
      .default(null),
    rule: ["ange en http- eller https-adress", "give an http or https address"],
    meaning:
      'HTTP gateway that takes `POST {"to": "+46…", "text": "…"}`, with user and password in its address; without it nobody can use a phone as second factor',
  }),
  DEVICE_NETWORKS: entry({
    schema: cidrList.default([...DEFAULT_DEVICE_NETWORKS]),
    rule: [
      "ange nät som 192.168.0.0/16, åtskilda av komma",
      "give networks such as 192.168.0.0/16, separated by commas",
    ],
    without: "the private ranges",
    meaning: "networks (CIDR, comma-separated) that may contain devices",
  }),
  TRUSTED_PROXIES: entry({
    schema: cidrList.default([]),
    rule: ["ange nät som 172.16.0.0/12, åtskilda av komma", "give networks such as 172.16.0.0/12, separated by commas"],
    without: "this machine",
    meaning: "networks (CIDR) of proxies whose `X-Forwarded-For` is believed",
  }),
  CORS_ORIGINS: entry({
    schema: originList.default([]),
    rule: [
      "ange ursprung som https://annan.exempel.se, åtskilda av komma och utan sökväg",
      "give origins such as https://other.example.com, separated by commas and without a path",
    ],
    meaning:
      "origins (`https://other.example.com`, comma-separated) of other pages that may call the API ([client.md](client.md))",
  }),
  SUPPORT_CONTACT: entry({
    schema: contact(/^(?:mailto|tel|https):/),
    rule: [
      "ange en e-postadress, eller en adress som https://…",
      "give an email address, or an address such as https://…",
    ],
    without: "none: *Om portalen* names nobody",
    meaning: "email address, `tel:` or `https:` address for questions about the portal, which *Om portalen* shows",
  }),
  SECURITY_CONTACT: entry({
    schema: contact(/^(?:mailto|https):/),
    rule: [
      "ange en e-postadress, eller en adress som https://…",
      "give an email address, or an address such as https://…",
    ],
    without: "none: `/.well-known/security.txt` answers 404",
    meaning:
      "email or `https:` address for reports of vulnerabilities, in `/.well-known/security.txt` and *Om portalen*",
  }),
  DOOR_STEP_UP: entry({
    schema: roleList.default([]),
    rule: [
      "ange system_admin, org_admin eller båda, åtskilda av komma",
      "give system_admin, org_admin or both, separated by commas",
    ],
    without: "none",
    meaning:
      "`system_admin`, `org_admin` or both, comma-separated: these roles must confirm an older sign-in before they open a door or gate or hold a door unlocked from the portal, test a gate's macro or put a plate on a gate's list",
  }),
  MAX_CONNECTIONS: entry({
    schema: z.coerce.number().int().min(64).max(1_000_000).nullable().default(null),
    rule: ["ange ett heltal 64–1000000", "give a whole number 64–1000000"],
    without: "4,096, at most the limit of open files less 640",
    meaning:
      "connections that one server accepts; the last eighth is for gates ([0030](decisions/0030-connection-limits.md))",
  }),
  METRICS_TOKEN: entry({
    schema: z.string().min(16).nullable().default(null),
    rule: ["ange minst 16 tecken", "give at least 16 characters"],
    without: "none: `/metrics` answers this machine only",
    meaning: "bearer token of at least 16 characters that every caller of `/metrics` then needs",
  }),
  SUSPENDED_DAYS: entry({
    schema: z.coerce.number().int().min(0).max(30).default(7),
    rule: ["ange ett heltal 0–30", "give a whole number 0–30"],
    meaning:
      "days that an expired or switched off PIN stays on its door controllers without opening, so that the log can name its owner when somebody tries it; `0` removes it at once, at most `30` ([0048](decisions/0048-suspended-replicas.md))",
  }),
  DRAIN_SECONDS: entry({
    schema: z.coerce.number().int().min(0).max(60).default(0),
    rule: ["ange ett heltal 0–60", "give a whole number 0–60"],
    meaning: "seconds that a stopping server answers `/readyz` with 503 before it refuses connections",
  }),
  LOG_LEVEL: entry({
    schema: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
    rule: [
      "ange trace, debug, info, warn, error, fatal eller silent",
      "give trace, debug, info, warn, error, fatal or silent",
    ],
    meaning: "`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`; the demo logs only warnings",
  }),
};

/** Settings of one provider, each named OIDC_<NAME>_…. */
export const OIDC_SETTINGS = {
  ISSUER: entry({
    schema: z.url({ protocol: /^https?$/ }),
    meaning: "sign-in through an OpenID Connect provider; its redirect address is `PUBLIC_URL/auth/v1/callback`",
  }),
  CLIENT_ID: entry({ schema: z.string(), meaning: "the portal's name at that provider" }),
  CLIENT_SECRET: entry({ schema: z.string(), meaning: "the portal's secret at that provider" }),
  LINK_BY_EMAIL: entry({
    schema: z.enum(["true", "false"]).default("true"),
    meaning:
      "`true` signs in an account by its verified address. Set `false` if the provider lets people claim any address: then only identities that are linked under Mitt konto can sign in",
  }),
};
