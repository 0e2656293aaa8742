// Descriptions of the settings; docs/settings.md is generated from these and config.ts's schemas.
import type { Environment, OidcEnvironment } from "./config.ts";

export interface SettingText {
  readonly meaning: string;
  readonly without?: string;
}

export const SETTINGS: { readonly [Name in keyof Environment]: SettingText } = {
  PORT: { meaning: "where the portal listens" },
  HOST: { meaning: "on which address; the demo takes loopback only" },
  PUBLIC_URL: { without: "`http://HOST:PORT`", meaning: "what people type; behind a proxy its https address" },
  DATABASE_URL: {
    meaning:
      "PostgreSQL 15 or newer, a login that may create roles and owns the database; without it an own server in the data folder",
  },
  PORTAL_DATA_DIR: { meaning: "key file, embedded PostgreSQL, note of the audit's ends; `./.demo` for the demo" },
  PORTAL_SECRET_KEY: {
    without: "a 0600 key file made at the first start",
    meaning: "at least 32 characters; encrypts PINs and device passwords. Keep it with the back-ups, not in them",
  },
  PORTAL_OTHER_SECRET_KEYS: {
    without: "none, or the further lines of the key file",
    meaning:
      "at most two other secret keys, old or coming, between commas or line breaks, while the secret key is replaced ([deploy.md](deploy.md#replacing-the-secret-key))",
  },
  PORTAL_BACKUP_KEY: {
    without: "a 0600 `backup.key` made at the first back-up",
    meaning: "at least 32 characters; encrypts back-ups. Keep a copy apart from them",
  },
  PORTAL_ADMIN_EMAIL: { meaning: "address of the first system admin, made when there is none" },
  PORTAL_ADMIN_PASSWORD: { meaning: "the first system admin's password, at least 6 characters; goes with the address" },
  SMTP_URL: {
    meaning:
      "`smtp://user:password@host:port` (STARTTLS) or `smtps://…` for outgoing mail; without it e-mails wait in the queue and the page says so. A login goes over TLS only, `?requireTLS=false` lifts that",
  },
  MAIL_FROM: {
    without: "the login of `SMTP_URL`, else `no-reply@` the portal's host",
    meaning: "sender of e-mails: an address, or `Name <address>`",
  },
  WELCOME_MAIL: {
    meaning:
      "`password` or `invitation`: what the welcome mail of a new administrator proposes to hold, the temporary password or a link to choose one; who sends it may choose the other",
  },
  SMS_URL: {
    meaning:
      'HTTP gateway that takes `POST {"to": "+46…", "text": "…"}`, user and password in the address; without it no phone as second factor',
  },
  DEVICE_NETWORKS: {
    without: "the private ranges",
    meaning: "networks (CIDR, comma-separated) in which devices may be",
  },
  TRUSTED_PROXIES: {
    without: "this machine",
    meaning: "networks (CIDR) of proxies whose `X-Forwarded-For` is believed",
  },
  CORS_ORIGINS: {
    meaning:
      "origins (`https://other.example.com`, comma-separated) of other pages that may call the API ([client.md](client.md))",
  },
  DOOR_STEP_UP: {
    without: "none",
    meaning:
      "`system_admin`, `org_admin` or both, comma-separated: who opens a door or holds it unlocked from the portal, tests a gate's macro or puts a plate on a gate's list confirms the sign-in first, unless it was just now",
  },
  MAX_CONNECTIONS: {
    without: "4,096, at most the limit of open files less 640",
    meaning: "connections one server holds; the last eighth is for gates ([0030](decisions/0030-connection-limits.md))",
  },
  METRICS_TOKEN: {
    without: "none: `/metrics` answers this machine only",
    meaning: "bearer token of at least 16 characters that `/metrics` then asks everybody for",
  },
  SUSPENDED_DAYS: {
    meaning:
      "days that an expired or switched off PIN stays on its door controllers without opening, so that the log can say whose it is when it is tried; `0` removes it at once, at most `30` ([0048](decisions/0048-suspended-replicas.md))",
  },
  DRAIN_SECONDS: { meaning: "how long a stopping server answers `/readyz` with 503 before it refuses connections" },
  LOG_LEVEL: { meaning: "`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`; the demo warns only" },
};

export const OIDC_SETTINGS: { readonly [Name in keyof OidcEnvironment]: SettingText } = {
  ISSUER: {
    meaning: "sign-in through an OpenID Connect provider; its redirect address is `PUBLIC_URL/auth/v1/callback`",
  },
  CLIENT_ID: { meaning: "the portal's name at that provider" },
  CLIENT_SECRET: { meaning: "and its secret there" },
  LINK_BY_EMAIL: {
    meaning: "`false` where anybody may claim any address: then only identities linked under Mitt konto get in",
  },
};
