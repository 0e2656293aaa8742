// What the paths of secrets share (push-secrets.ts).
import type { Random } from "#scripts/seed/random.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import type { mainWorld } from "#tests/support/main-world.ts";

interface Call {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Shows a secret on purpose, so it is not searched. */
  readonly shows?: boolean;
}

export interface Bench {
  readonly random: Random;
  readonly portal: TestPortal;
  readonly world: Awaited<ReturnType<typeof mainWorld>>;
  readonly call: (what: string, who: "system" | "nord" | "nobody", call: Call) => Promise<unknown>;
  readonly newPin: () => string;
  readonly newText: (kind: string) => string;
  readonly learn: (text: unknown) => void;
}

/** One address and organisation for all: their attempts would be used up early. */
export async function forgetAttempts(portal: TestPortal): Promise<void> {
  await portal.admin.query("delete from auth.rate_limits; delete from private.pin_attempts");
}

/** An account has quotas of audited events without an object, a minute and a day; with them few secrets would be pushed at this pace. */
export async function liftQuotaOfEvents(portal: TestPortal): Promise<void> {
  await portal.admin.query(
    "create or replace function private.charge_act(p_actor uuid) returns void language plpgsql as $$ begin end $$",
  );
}
