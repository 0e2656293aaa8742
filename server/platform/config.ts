// The environment, parsed once. A bad value stops the start with a message that names it and the allowed values.

import type { z } from "zod";
import {
  ADMIN_SETTINGS_APART,
  DIRECT_URL_ALONE,
  REDIRECT_WITHOUT_TLS,
  S3_SETTINGS_APART,
  SETTING_UNKNOWN,
  settingInvalid,
  TLS_SETTINGS_APART,
  TLS_SETTINGS_TWICE,
} from "#contract/errors/settings.ts";
import type { Setting } from "./setting.ts";
import { OIDC_SETTINGS, SETTINGS } from "./settings.ts";

type Settings = Readonly<Record<string, Setting>>;
type Values<All extends Settings> = { readonly [Name in keyof All]: z.output<All[Name]["schema"]> };

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<Camel<Rest>>}`
  : Lowercase<Name>;
/** SMTP_URL is smtpUrl, PORTAL_DATA_DIR is dataDir. */
type ConfigName<Name extends string> = Name extends `PORTAL_${infer Rest}` ? Camel<Rest> : Camel<Name>;
type Named<All extends Settings> = {
  readonly [Name in keyof All & string as ConfigName<Name>]: z.output<All[Name]["schema"]>;
};

export interface OidcProvider {
  /** Lower case, as in the page's `signInWithOAuth({ provider })`. */
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** A verified address may claim its account; safe only for the operator's own provider. */
  linkByEmail: boolean;
}

/** Every setting under its name of ConfigName; null: not set. */
export interface Config extends Omit<Named<typeof SETTINGS>, "adminEmail" | "adminPassword" | `backupS3${string}`> {
  readonly admin: { email: string; password: string } | null;
  readonly backupS3: { url: string; region: string; accessKey: string; secretKey: string } | null;
  readonly oidcProviders: readonly OidcProvider[];
  readonly allowLoopbackDevices: boolean;
}

export class ConfigError extends Error {
  override name = "ConfigError";
}

/** Loads the configuration. `demo` allows loopback devices and has its own folder. Throws ConfigError, one line per bad value. */
export function loadConfig(env: NodeJS.ProcessEnv, options: { demo?: boolean } = {}): Config {
  const valueOf = (name: string) => (env[name]?.trim() === "" ? undefined : env[name]);
  const { adminEmail, adminPassword, backupS3Url, backupS3Region, backupS3AccessKey, backupS3SecretKey, ...values } =
    named(readSettings(SETTINGS, valueOf));
  if (values.databaseDirectUrl !== null && values.databaseUrl === null) throw new ConfigError(DIRECT_URL_ALONE);
  if ((adminEmail === null) !== (adminPassword === null)) throw new ConfigError(ADMIN_SETTINGS_APART);
  requireWholeTls(values);
  return {
    ...values,
    dataDir: options.demo && valueOf("PORTAL_DATA_DIR") === undefined ? "./.demo" : values.dataDir,
    admin: adminEmail !== null && adminPassword !== null ? { email: adminEmail, password: adminPassword } : null,
    backupS3: wholeS3({ backupS3Url, backupS3Region, backupS3AccessKey, backupS3SecretKey }),
    oidcProviders: readOidcProviders(env),
    allowLoopbackDevices: options.demo === true,
  };
}

function requireWholeTls({
  tls,
  tlsCertFile,
  tlsKeyFile,
  httpRedirectPort,
}: Pick<Config, "tls" | "tlsCertFile" | "tlsKeyFile" | "httpRedirectPort">): void {
  if ((tlsCertFile === null) !== (tlsKeyFile === null)) throw new ConfigError(TLS_SETTINGS_APART);
  if (tls !== null && tlsCertFile !== null) throw new ConfigError(TLS_SETTINGS_TWICE);
  if (httpRedirectPort !== null && tls === null && tlsCertFile === null) throw new ConfigError(REDIRECT_WITHOUT_TLS);
}

/** Returns the place of the back-ups' copies. Throws ConfigError when only a part of it is set. */
function wholeS3({
  backupS3Url: url,
  backupS3Region: region,
  backupS3AccessKey: accessKey,
  backupS3SecretKey: secretKey,
}: Pick<Named<typeof SETTINGS>, `backupS3${"Url" | "Region" | "AccessKey" | "SecretKey"}`>): Config["backupS3"] {
  if (url !== null && accessKey !== null && secretKey !== null) return { url, region, accessKey, secretKey };
  if (url !== null || accessKey !== null || secretKey !== null) throw new ConfigError(S3_SETTINGS_APART);
  return null;
}

/** Returns the address of the owner's own database, past a pooler where one is set; null: the portal runs its own. */
export const ownDatabase = (config: Pick<Config, "databaseUrl" | "databaseDirectUrl">): string | null =>
  config.databaseDirectUrl ?? config.databaseUrl;

/** Reads settings. Throws ConfigError, one line per bad value. */
export function readSettings<All extends Settings>(
  settings: All,
  valueOf: (name: string) => string | undefined,
  prefix?: string,
): Values<All>;
export function readSettings(settings: Settings, valueOf: (name: string) => string | undefined, prefix = ""): object {
  const read = Object.entries(settings).map(([key, setting]) => {
    const name = prefix + key;
    const { data, error } = setting.schema.safeParse(valueOf(name));
    return { key, data, wrong: error?.issues.map((issue) => describe(name, setting, issue)) ?? [] };
  });
  const wrong = read.flatMap((one) => one.wrong);
  if (wrong.length > 0) throw new ConfigError(wrong.join("\n"));
  return Object.fromEntries(read.map(({ key, data }) => [key, data]));
}

function describe(name: string, { rule }: Setting, issue: z.core.$ZodIssue): string {
  const [swedish, english] = rule ?? [SETTING_UNKNOWN, issue.message];
  const found = issue.code === "custom" && english !== issue.message ? ` ${issue.message}.` : "";
  return settingInvalid(name, swedish, english, found);
}

function named<All extends Settings>(values: Values<All>): Named<All>;
function named(values: Readonly<Record<string, unknown>>): object {
  const camel = (name: string) =>
    name
      .replace(/^PORTAL_/, "")
      .toLowerCase()
      .replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [camel(name), value]));
}

/** Reads OIDC_<NAME>_ISSUER, _CLIENT_ID, _CLIENT_SECRET and optionally _LINK_BY_EMAIL. */
function readOidcProviders(env: NodeJS.ProcessEnv): OidcProvider[] {
  const field = new RegExp(`^OIDC_([A-Z0-9]+)_(?:${Object.keys(OIDC_SETTINGS).join("|")})$`);
  const valueOf = (name: string) => env[name]?.trim() || undefined;
  const names = new Set(Object.keys(env).flatMap((key) => (valueOf(key) && field.exec(key)?.[1]) ?? []));
  return [...names].sort().map((name) => {
    const own = readSettings(OIDC_SETTINGS, valueOf, `OIDC_${name}_`);
    return {
      name: name.toLowerCase(),
      issuer: own.ISSUER,
      clientId: own.CLIENT_ID,
      clientSecret: own.CLIENT_SECRET,
      linkByEmail: own.LINK_BY_EMAIL === "true",
    };
  });
}
