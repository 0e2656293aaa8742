// Limits how many stored codes a stolen session can reveal.
import { peopleErrors } from "#contract/errors/people.ts";
import { REVEALS_PER_HOUR } from "#contract/limits.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { AuthService } from "./auth-service.ts";

const HOUR_SECONDS = 3600;

export interface RevealDeps {
  auth: Pick<AuthService, "limiter">;
}

/** Consumes a revealed code before any PIN is decrypted, over all servers. Throws PortalError 429 `rate_limited`. */
export async function consumeReveal({ auth }: RevealDeps, userId: string): Promise<void> {
  const consumed = await auth.limiter.consume({
    key: `reveal:${userId}`,
    allowed: REVEALS_PER_HOUR,
    windowSeconds: HOUR_SECONDS,
  });
  if (consumed) return;
  throw new PortalError(peopleErrors.reveals_used_up({ limit: REVEALS_PER_HOUR }));
}
