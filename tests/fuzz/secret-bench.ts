// Shared parts of the paths that push secrets (push-secrets.ts).
import type { Random } from "#scripts/seed/random.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import type { mainWorld } from "#tests/support/main-world.ts";

interface Call {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** The reply shows a secret on purpose, so it is not searched. */
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

/** Deletes counted attempts: all requests come from one address, which would use them up early. */
export async function deleteAttempts(portal: TestPortal): Promise<void> {
  await portal.admin.query("delete from auth.rate_limits");
}

/**
 * Lifts the quotas of audited events and typed PINs, which would let few secrets through at this pace. Deletes no attempt, because a
 * charged attempt must stay until it is used.
 */
export async function liftQuotas(portal: TestPortal): Promise<void> {
  await portal.admin.query(
    `create or replace function private.consume_audit_quota(p_actor uuid) returns void language plpgsql as $$ begin end $$;
     do $lift$ begin
       execute replace(pg_get_functiondef('private.pin_limits()'::regprocedure),
         'select 30, 100, 10, 100, 300, 20, 200, 1000,', 'select 1e6::int, 1e6::int, 1e6::int, 1e6::int, 1e6::int, 1e6::int, 1e6::int, 1e6::int,');
     end $lift$`,
  );
  const { rows } = await portal.admin.query("select typed_day, offered_day from private.pin_limits()");
  if (rows[0]?.typed_day !== 1e6 || rows[0].offered_day !== 1e6) throw new Error("The quotas of PINs were not lifted");
}
