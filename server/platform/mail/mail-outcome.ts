import type { MailState } from "#contract/mail-state.ts";
import type { Deps } from "../deps.ts";
import { type MailOutcome, mailOutcomes } from "./mail-queue.store.ts";

/** A healthy mail server accepts an email within moments. */
const WAIT_MS = 4_000;
const STEP_MS = 60;

/** Returns the state of an email as settledMail does. */
export async function mailState(deps: Pick<Deps, "mail" | "pools" | "clock">, mailId: string): Promise<MailState> {
  return deps.mail.configured ? (await settledMail(deps, mailId)).state : "mail_not_configured";
}

/** An email that was erased while its outcome was awaited. */
const ERASED: MailOutcome = { state: "failed", last_error: null };

/** Returns an email's outcome, once it is sent, was tried or erased, or has been waited for long enough. */
export async function settledMail(deps: Pick<Deps, "mail" | "pools" | "clock">, mailId: string): Promise<MailOutcome> {
  deps.mail.wake();
  const until = deps.clock.monotonic() + WAIT_MS * deps.pools.patience;
  for (;;) {
    const outcome = (await mailOutcomes(deps.pools.engine, [mailId])).get(mailId) ?? ERASED;
    // The email was tried and postponed: waiting longer reveals nothing.
    if (outcome.state !== "queued" || outcome.last_error !== null || deps.clock.monotonic() >= until) return outcome;
    await deps.clock.wait(STEP_MS);
  }
}

/** Returns which of these emails are queued or sent. */
export async function underway({ pools }: Pick<Deps, "pools">, mailIds: readonly string[]): Promise<Set<string>> {
  const outcomes = await mailOutcomes(pools.engine, mailIds);
  return new Set([...outcomes].filter(([, { state }]) => state !== "failed").map(([id]) => id));
}

/** Returns the states of several emails, once each is sent, was tried, or has been waited for long enough. An erased email has none. */
export async function mailStates(
  deps: Pick<Deps, "mail" | "pools" | "clock">,
  mailIds: readonly string[],
): Promise<Map<string, MailOutcome["state"]>> {
  deps.mail.wake();
  const until = deps.clock.monotonic() + WAIT_MS * deps.pools.patience;
  for (;;) {
    const outcomes = await mailOutcomes(deps.pools.engine, mailIds);
    const isWaited = [...outcomes.values()].some(({ state, last_error }) => state === "queued" && last_error === null);
    if (!isWaited || deps.clock.monotonic() >= until)
      return new Map([...outcomes].map(([id, { state }]) => [id, state]));
    await deps.clock.wait(STEP_MS);
  }
}
