import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";
import type { OidcProvider } from "#server/platform/config.ts";
import type { SmsSender } from "#server/platform/sms/port.ts";
import { type Administration, createAdministration } from "./administration.ts";
import type { AuthDeps } from "./deps.ts";
import { createAttemptLimiter } from "./limits/limits.ts";
import { createLinkRequests } from "./links/link-requests.ts";
import { type AuthMailer, noMailer } from "./links/mail.ts";
import { createOidcProviders } from "./oidc/oidc-providers.ts";
import { createPasswords } from "./passwords/passwords.ts";
import { createSessions } from "./sessions/sessions.ts";
import { type Encryptor, loadSigningKeys } from "./sessions/signing-keys.ts";
import { createTokens } from "./sessions/tokens.ts";
import { type AuthSettings, DEFAULT_AUTH_SETTINGS } from "./settings.ts";

export interface AuthService extends AuthDeps {
  administration: Administration;
}

export interface AuthServiceOptions {
  /** Connects as portal_auth. */
  pool: Pool;
  encryptor: Encryptor;
  clock: Clock;
  log: Logger;
  /** Without a mailer, emails are only logged as missing. */
  mailer?: AuthMailer;
  sms?: SmsSender | null;
  providers?: readonly OidcProvider[];
  /** `publicUrl` defaults to the issuer without /auth/v1. */
  settings: Partial<AuthSettings> & Pick<AuthSettings, "issuer">;
}

/** Creates the service. It reads the signing keys, or makes the first, and needs a migrated database. */
export async function createAuthService({
  pool,
  encryptor,
  clock,
  log,
  mailer = noMailer(log),
  sms = null,
  providers = [],
  settings,
}: AuthServiceOptions): Promise<AuthService> {
  const publicUrl = settings.issuer.replace(/\/auth\/v1$/, "");
  const all: AuthSettings = { ...DEFAULT_AUTH_SETTINGS, publicUrl, ...settings };
  const keys = await loadSigningKeys({ pool, encryptor, log });
  const passwords = createPasswords(all.hashing);
  return {
    pool,
    clock,
    log,
    encryptor,
    keys,
    tokens: createTokens({ keys, clock, issuer: all.issuer, accessTokenSeconds: all.accessTokenSeconds }),
    sessions: createSessions(pool, all),
    passwords,
    limiter: createAttemptLimiter(pool, all.attempts),
    mailer,
    sms,
    links: createLinkRequests({ pool, mailer, log, settings: all }),
    oidc: createOidcProviders(providers),
    settings: all,
    administration: createAdministration({
      passwords,
      clock,
      publicUrl: all.publicUrl,
      invitationSeconds: all.invitationSeconds,
    }),
  };
}
