// What became of a letter when the person who caused it is told.
import type { MailState } from "#contract/functions/admin-manager.ts";
import type { Deps } from "../deps.ts";
import { mailOutcome } from "./mail-queue.store.ts";

/** A mail server that is well takes a letter within moments; a slow one holds nobody up. */
const WAIT_MS = 4_000;
const STEP_MS = 60;

/** After the commit. Waits a little for the job to send it. */
export async function mailState(deps: Pick<Deps, "mail" | "pools" | "clock">, mailId: string): Promise<MailState> {
  if (!deps.mail.configured) return "mail_not_configured";
  deps.mail.wake();
  const until = deps.clock.monotonic() + WAIT_MS;
  for (;;) {
    const { state, last_error } = await mailOutcome(deps.pools.engine, mailId);
    // Tried and put off: waiting longer tells nothing new.
    if (state !== "queued" || last_error !== null || deps.clock.monotonic() >= until) return state;
    await deps.clock.wait(STEP_MS);
  }
}
