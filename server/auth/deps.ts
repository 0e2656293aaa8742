// What the calls of /auth/v1 share.
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";
import type { SmsSender } from "../sms/port.ts";
import type { GuessLimiter } from "./limits.ts";
import type { LinkRequests } from "./link-requests.ts";
import type { AuthMailer } from "./mail.ts";
import type { OidcProviders } from "./oidc-providers.ts";
import type { Passwords } from "./passwords.ts";
import type { Sessions } from "./sessions.ts";
import type { AuthSettings } from "./settings.ts";
import type { Sealer, SigningKeys } from "./signing-keys.ts";
import type { Tokens } from "./tokens.ts";

export interface AuthDeps {
  /** Connections with the role portal_auth. */
  pool: Pool;
  clock: Clock;
  log: Logger;
  sealer: Sealer;
  keys: SigningKeys;
  tokens: Tokens;
  sessions: Sessions;
  passwords: Passwords;
  limiter: GuessLimiter;
  mailer: AuthMailer;
  /** Null: no text messages, so no phone as second factor. */
  sms: SmsSender | null;
  links: LinkRequests;
  oidc: OidcProviders;
  settings: AuthSettings;
}
