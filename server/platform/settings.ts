// Every setting, one entry: name, schema with default, what a refusal says, and its row of docs/settings.md.
import { z } from "zod";
import { WELCOME_MAILS } from "#contract/functions/admin-manager.ts";
import { roleSchema } from "#contract/roles.ts";
import { DEFAULT_DEVICE_NETWORKS, isNetwork } from "#drivers/network-policy.ts";

export interface Setting<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  /** Allowed values, in Swedish and English: no language is chosen yet when a start is refused. */
  readonly rule?: readonly [swedish: string, english: string];
  readonly meaning: string;
  /** Behaviour without the setting, if the schema's default does not show it. */
  readonly without?: string;
}

const entry = <Schema extends z.ZodType>(setting: Setting<Schema>): Setting<Schema> => setting;

const port = z.coerce.number().int().min(0).max(65_535);
const partsOf = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
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

export const SETTINGS = {
  PORT: entry({
    schema: port.default(8080),
    rule: ["ange ett heltal 0–65535", "give a whole number 0–65535"],
    meaning: "where the portal listens",
  }),
  HOST: entry({
    schema: z.string().default("127.0.0.1"),
    rule: ["ange en adress att lyssna på", "give an address to listen on"],
    meaning: "on which address; the demo takes loopback only",
  }),
  PUBLIC_URL: entry({
    schema: z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ""))
      .nullable()
      .default(null),
    rule: ["ange en adress som https://portal.exempel.se", "give an address such as https://portal.example.com"],
    without: "`http://HOST:PORT`",
    meaning: "what people type; behind a proxy its https address",
  }),
  DATABASE_URL: entry({
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//)
      .nullable()
      .default(null),
    rule: ["ange en adress som börjar med postgres://", "give an address that begins with postgres://"],
    meaning:
      "PostgreSQL 15 or newer, a login that may create roles and owns the database; without it an own server in the data folder",
  }),
  PORTAL_DATA_DIR: entry({
    schema: z.string().default("./data"),
    rule: ["ange en mapp", "give a folder"],
    meaning: "key file, embedded PostgreSQL, note of the audit's ends; `./.demo` for the demo",
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
      "at most two other secret keys, old or coming, between commas or line breaks, while the secret key is replaced ([deploy.md](deploy.md#replacing-the-secret-key))",
  }),
  PORTAL_BACKUP_KEY: entry({
    schema: z.string().min(32).nullable().default(null),
    rule: ["ange minst 32 tecken", "give at least 32 characters"],
    without: "a 0600 `backup.key` made at the first back-up",
    meaning: "at least 32 characters; encrypts back-ups. Keep a copy apart from them",
  }),
  PORTAL_ADMIN_EMAIL: entry({
    schema: z.email().nullable().default(null),
    rule: ["ange en e-postadress", "give an email address"],
    meaning: "address of the first system admin, made when there is none",
  }),
  PORTAL_ADMIN_PASSWORD: entry({
    schema: z.string().min(6).nullable().default(null),
    rule: ["ange minst 6 tecken", "give at least 6 characters"],
    meaning: "the first system admin's password, at least 6 characters; goes with the address",
  }),
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
      "`smtp://user:password@host:port` (STARTTLS) or `smtps://…` for outgoing mail; without it e-mails wait in the queue and the page says so. A login goes over TLS only, `?requireTLS=false` lifts that",
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
      "`password` or `invitation`: what the welcome mail of a new administrator proposes to hold, the temporary password or a link to choose one; who sends it may choose the other",
  }),
  SMS_URL: entry({
    schema: z
      .url({ protocol: /^https?$/ })
      .nullable()
      .default(null),
    rule: ["ange en http- eller https-adress", "give an http or https address"],
    meaning:
      'HTTP gateway that takes `POST {"to": "+46…", "text": "…"}`, user and password in the address; without it no phone as second factor',
  }),
  DEVICE_NETWORKS: entry({
    schema: cidrList.default([...DEFAULT_DEVICE_NETWORKS]),
    rule: [
      "ange nät som 192.168.0.0/16, åtskilda av komma",
      "give networks such as 192.168.0.0/16, separated by commas",
    ],
    without: "the private ranges",
    meaning: "networks (CIDR, comma-separated) in which devices may be",
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
  DOOR_STEP_UP: entry({
    schema: roleList.default([]),
    rule: [
      "ange system_admin, org_admin eller båda, åtskilda av komma",
      "give system_admin, org_admin or both, separated by commas",
    ],
    without: "none",
    meaning:
      "`system_admin`, `org_admin` or both, comma-separated: who opens a door or holds it unlocked from the portal, tests a gate's macro or puts a plate on a gate's list confirms the sign-in first, unless it was just now",
  }),
  MAX_CONNECTIONS: entry({
    schema: z.coerce.number().int().min(64).max(1_000_000).nullable().default(null),
    rule: ["ange ett heltal 64–1000000", "give a whole number 64–1000000"],
    without: "4,096, at most the limit of open files less 640",
    meaning: "connections one server holds; the last eighth is for gates ([0030](decisions/0030-connection-limits.md))",
  }),
  METRICS_TOKEN: entry({
    schema: z.string().min(16).nullable().default(null),
    rule: ["ange minst 16 tecken", "give at least 16 characters"],
    without: "none: `/metrics` answers this machine only",
    meaning: "bearer token of at least 16 characters that `/metrics` then asks everybody for",
  }),
  SUSPENDED_DAYS: entry({
    schema: z.coerce.number().int().min(0).max(30).default(7),
    rule: ["ange ett heltal 0–30", "give a whole number 0–30"],
    meaning:
      "days that an expired or switched off PIN stays on its door controllers without opening, so that the log can say whose it is when it is tried; `0` removes it at once, at most `30` ([0048](decisions/0048-suspended-replicas.md))",
  }),
  DRAIN_SECONDS: entry({
    schema: z.coerce.number().int().min(0).max(60).default(0),
    rule: ["ange ett heltal 0–60", "give a whole number 0–60"],
    meaning: "how long a stopping server answers `/readyz` with 503 before it refuses connections",
  }),
  LOG_LEVEL: entry({
    schema: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
    rule: [
      "ange trace, debug, info, warn, error, fatal eller silent",
      "give trace, debug, info, warn, error, fatal or silent",
    ],
    meaning: "`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`; the demo warns only",
  }),
};

/** One provider's, each named OIDC_<NAME>_…. */
export const OIDC_SETTINGS = {
  ISSUER: entry({
    schema: z.url({ protocol: /^https?$/ }),
    meaning: "sign-in through an OpenID Connect provider; its redirect address is `PUBLIC_URL/auth/v1/callback`",
  }),
  CLIENT_ID: entry({ schema: z.string(), meaning: "the portal's name at that provider" }),
  CLIENT_SECRET: entry({ schema: z.string(), meaning: "and its secret there" }),
  LINK_BY_EMAIL: entry({
    schema: z.enum(["true", "false"]).default("true"),
    meaning: "`false` where anybody may claim any address: then only identities linked under Mitt konto get in",
  }),
};
