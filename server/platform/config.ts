// The environment, parsed once. A bad value stops the start with a message that names it and the allowed values.

import { z } from "zod";
import { ADMIN_SETTINGS_APART, SETTING_RULES, SETTING_UNKNOWN, settingInvalid } from "#contract/errors/settings.ts";
import { WELCOME_MAILS, type WelcomeMail } from "#contract/functions/admin-manager.ts";
import { type Role, roleSchema } from "#contract/roles.ts";
import { DEFAULT_DEVICE_NETWORKS, isNetwork } from "#drivers/network-policy.ts";

const blankIsUnset = (value: unknown) => (typeof value === "string" && value.trim() === "" ? undefined : value);
const setting = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema);

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

export const environment = z.object({
  PORT: setting(port.default(8080)),
  HOST: setting(z.string().default("127.0.0.1")),
  PUBLIC_URL: setting(z.url({ protocol: /^https?$/ }).optional()),
  DATABASE_URL: setting(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//)
      .optional(),
  ),
  PORTAL_DATA_DIR: setting(z.string().default("./data")),
  PORTAL_SECRET_KEY: setting(z.string().min(32).optional()),
  PORTAL_OTHER_SECRET_KEYS: setting(secretList.optional()),
  PORTAL_BACKUP_KEY: setting(z.string().min(32).optional()),
  PORTAL_ADMIN_EMAIL: setting(z.email().optional()),
  PORTAL_ADMIN_PASSWORD: setting(z.string().min(6).optional()),
  SMTP_URL: setting(
    z
      .string()
      .regex(/^smtps?:\/\//)
      .optional(),
  ),
  MAIL_FROM: setting(
    z
      .string()
      .regex(/^(?:[^<>@\r\n]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/)
      .optional(),
  ),
  WELCOME_MAIL: setting(z.enum(WELCOME_MAILS).default("password")),
  SMS_URL: setting(z.url({ protocol: /^https?$/ }).optional()),
  DEVICE_NETWORKS: setting(cidrList.optional()),
  TRUSTED_PROXIES: setting(cidrList.optional()),
  CORS_ORIGINS: setting(originList.optional()),
  DOOR_STEP_UP: setting(roleList.optional()),
  MAX_CONNECTIONS: setting(z.coerce.number().int().min(64).max(1_000_000).optional()),
  METRICS_TOKEN: setting(z.string().min(16).optional()),
  SUSPENDED_DAYS: setting(z.coerce.number().int().min(0).max(30).default(7)),
  DRAIN_SECONDS: setting(z.coerce.number().int().min(0).max(60).default(0)),
  LOG_LEVEL: setting(z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info")),
});

export interface OidcProvider {
  /** Lower case, as in the page's `signInWithOAuth({ provider })`. */
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Whether a verified address may claim its account; safe only for the operator's own provider. */
  linkByEmail: boolean;
}

export type Environment = z.infer<typeof environment>;
export type OidcEnvironment = z.infer<typeof oidcEnvironment>;

export interface Config {
  port: number;
  host: string;
  /** Without a trailing slash; null: derived from host and port. */
  publicUrl: string | null;
  databaseUrl: string | null;
  dataDir: string;
  secretKey: string | null;
  /** Other keys, old or coming, that decrypt, compare and search. */
  otherSecretKeys: readonly string[];
  /** Encrypts back-ups; null: a key file in the data folder. */
  backupKey: string | null;
  admin: { email: string; password: string } | null;
  smtpUrl: string | null;
  /** Null: SMTP_URL's login, or no-reply at the portal's host. */
  mailFrom: string | null;
  /** Default contents of a new administrator's welcome mail. */
  welcomeMail: WelcomeMail;
  /** Takes text messages as an HTTP POST; null: no phone factor. */
  smsUrl: string | null;
  oidcProviders: readonly OidcProvider[];
  deviceNetworks: readonly string[];
  allowLoopbackDevices: boolean;
  /** Networks, besides this machine, trusted for X-Forwarded-For. */
  trustedProxies: readonly string[];
  corsOrigins: readonly string[];
  /** Roles that must re-authenticate before a door opens for them. */
  doorStepUp: readonly Role[];
  /** Limit of connections; null: derived from the open-file limit. */
  maxConnections: number | null;
  /** Bearer token for /metrics; null: this machine only. */
  metricsToken: string | null;
  /** How long an expired or disabled PIN stays on its door controllers, opening for nobody; 0: it is removed at once. */
  suspendedDays: number;
  /** How long /readyz reports "stopping" before connections are refused. */
  drainSeconds: number;
  logLevel: "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";
}

export class ConfigError extends Error {
  override name = "ConfigError";
}

/** Loads the configuration. `demo` allows loopback devices and has its own folder. Throws ConfigError, one line per bad value. */
export function loadConfig(env: NodeJS.ProcessEnv, options: { demo?: boolean } = {}): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map(describe).join("\n"));
  const values = parsed.data;
  if ((values.PORTAL_ADMIN_EMAIL === undefined) !== (values.PORTAL_ADMIN_PASSWORD === undefined)) {
    throw new ConfigError(ADMIN_SETTINGS_APART);
  }
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, "") ?? null,
    databaseUrl: values.DATABASE_URL ?? null,
    dataDir: options.demo && !env["PORTAL_DATA_DIR"]?.trim() ? "./.demo" : values.PORTAL_DATA_DIR,
    secretKey: values.PORTAL_SECRET_KEY ?? null,
    otherSecretKeys: values.PORTAL_OTHER_SECRET_KEYS ?? [],
    backupKey: values.PORTAL_BACKUP_KEY ?? null,
    admin:
      values.PORTAL_ADMIN_EMAIL !== undefined && values.PORTAL_ADMIN_PASSWORD !== undefined
        ? { email: values.PORTAL_ADMIN_EMAIL, password: values.PORTAL_ADMIN_PASSWORD }
        : null,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? null,
    welcomeMail: values.WELCOME_MAIL,
    smsUrl: values.SMS_URL ?? null,
    oidcProviders: readOidcProviders(env),
    deviceNetworks: values.DEVICE_NETWORKS ?? DEFAULT_DEVICE_NETWORKS,
    allowLoopbackDevices: options.demo === true,
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    corsOrigins: values.CORS_ORIGINS ?? [],
    doorStepUp: values.DOOR_STEP_UP ?? [],
    maxConnections: values.MAX_CONNECTIONS ?? null,
    metricsToken: values.METRICS_TOKEN ?? null,
    suspendedDays: values.SUSPENDED_DAYS,
    drainSeconds: values.DRAIN_SECONDS,
    logLevel: values.LOG_LEVEL,
  };
}

export const oidcEnvironment = z.object({
  ISSUER: setting(z.url({ protocol: /^https?$/ })),
  CLIENT_ID: setting(z.string()),
  CLIENT_SECRET: setting(z.string()),
  LINK_BY_EMAIL: setting(z.enum(["true", "false"]).default("true")),
});

/** Reads OIDC_<NAME>_ISSUER, _CLIENT_ID, _CLIENT_SECRET and optionally _LINK_BY_EMAIL. */
function readOidcProviders(env: NodeJS.ProcessEnv): OidcProvider[] {
  const field = /^OIDC_([A-Z0-9]+)_(ISSUER|CLIENT_ID|CLIENT_SECRET|LINK_BY_EMAIL)$/;
  const names = new Set(Object.keys(env).flatMap((key) => field.exec(key)?.[1] ?? []));
  return [...names].sort().flatMap((name) => {
    const own = Object.fromEntries(
      Object.keys(oidcEnvironment.shape).map((key) => [key, env[`OIDC_${name}_${key}`]?.trim() || undefined]),
    );
    if (Object.values(own).every((value) => value === undefined)) return [];
    const parsed = oidcEnvironment.safeParse(own);
    if (!parsed.success) {
      const prefixed = parsed.error.issues.map((issue) => ({
        ...issue,
        path: [`OIDC_${name}_${issue.path.join("_")}`],
      }));
      throw new ConfigError(prefixed.map(describe).join("\n"));
    }
    const { ISSUER: issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, LINK_BY_EMAIL } = parsed.data;
    return [{ name: name.toLowerCase(), issuer, clientId, clientSecret, linkByEmail: LINK_BY_EMAIL === "true" }];
  });
}

const ALLOWED: Record<keyof z.input<typeof environment>, readonly [string, string]> = SETTING_RULES;

function describe(issue: z.core.$ZodIssue): string {
  const name = issue.path.join(".");
  const [swedish, english] = Object.entries(ALLOWED).find(([setting]) => setting === name)?.[1] ?? [
    SETTING_UNKNOWN,
    issue.message,
  ];
  const found = issue.code === "custom" && english !== issue.message ? ` ${issue.message}.` : "";
  return settingInvalid(name, swedish, english, found);
}
