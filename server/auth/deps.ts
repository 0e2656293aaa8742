import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";
import type { SmsSender } from "#server/platform/sms/port.ts";
import type { AttemptLimiter } from "./limits/limits.ts";
import type { LinkRequests } from "./links/link-requests.ts";
import type { AuthMailer } from "./links/mail.ts";
import type { OidcProviders } from "./oidc/oidc-providers.ts";
import type { Passwords } from "./passwords/passwords.ts";
import type { Sessions } from "./sessions/sessions.ts";
import type { Encryptor, SigningKeys } from "./sessions/signing-keys.ts";
import type { Tokens } from "./sessions/tokens.ts";
import type { AuthSettings } from "./settings.ts";

export interface AuthDeps {
  /** Connects as portal_auth. */
  pool: Pool;
  clock: Clock;
  log: Logger;
  encryptor: Encryptor;
  keys: SigningKeys;
  tokens: Tokens;
  sessions: Sessions;
  passwords: Passwords;
  limiter: AttemptLimiter;
  mailer: AuthMailer;
  /** Null: no phone factor. */
  sms: SmsSender | null;
  links: LinkRequests;
  oidc: OidcProviders;
  settings: AuthSettings;
}
