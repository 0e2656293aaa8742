import type { MailState } from "#contract/mail-state.ts";
import type { Deps } from "../deps.ts";
import { mailOutcome } from "./mail-queue.store.ts";

/** A healthy mail server accepts an email within moments. */
const WAIT_MS = 4_000;
const STEP_MS = 60;

export async function mailState(deps: Pick<Deps, "mail" | "pools" | "clock">, mailId: string): Promise<MailState> {
  if (!deps.mail.configured) return "mail_not_configured";
  deps.mail.wake();
  const until = deps.clock.monotonic() + WAIT_MS;
  for (;;) {
    const { state, last_error } = await mailOutcome(deps.pools.engine, mailId);
    // The email was tried and postponed: waiting longer reveals nothing.
    if (state !== "queued" || last_error !== null || deps.clock.monotonic() >= until) return state;
    await deps.clock.wait(STEP_MS);
  }
}
