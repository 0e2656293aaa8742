// What devices hold takes precedence over the dates.
import type { SyncState } from "#contract/devices.ts";
import { inStockholm } from "#contract/stockholm.ts";
import { formatClock, formatExact, read } from "#web/lib/dates.ts";
import { peopleTexts } from "#web/texts/people.ts";
import type { Copy, PersonCredential } from "./person.ts";

export type Standing =
  /** `copies`: the replicas in that state. */
  | { kind: "sync"; state: SyncState; copies: readonly Copy[] }
  | { kind: "expired" }
  | { kind: "disabled" }
  /** Its doors are switched off or no longer the organisation's. */
  | { kind: "no_access" };

const WORST_FIRST: readonly SyncState[] = ["failed", "pending", "pending_removal"];

/** An expired PIN that a device still has is "väntar på borttagning", not "utgången". */
export function pinStanding(credential: PersonCredential, now: Date): Standing {
  const copies = credential.sync_states;
  for (const state of WORST_FIRST) {
    const there = copies.filter((copy) => copy.state === state);
    if (there.length > 0) return { kind: "sync", state, copies: there };
  }
  if (!credential.enabled) return { kind: "disabled" };
  if (hasEnded(credential, now)) return { kind: "expired" };
  if (!copies.some((copy) => copy.wanted)) return { kind: "no_access" };
  return { kind: "sync", state: "synced", copies };
}

/** The portal decides at the gate, so only the plate's own switch and dates count. Null: valid. */
export function plateStanding(credential: PersonCredential, now: Date): "disabled" | "expired" | null {
  if (!credential.enabled) return "disabled";
  return hasEnded(credential, now) ? "expired" : null;
}

export function hasEnded({ valid_to }: Pick<PersonCredential, "valid_to">, now: Date): boolean {
  const end = read(valid_to);
  return end !== null && end <= now;
}

export function endsToday(credential: Pick<PersonCredential, "valid_to">, now: Date): boolean {
  const end = read(credential.valid_to);
  return end !== null && end > now && inStockholm(end).toDateString() === inStockholm(now).toDateString();
}

/** After the pill's "·": the one controller that failed, or a count; the rest is in the tooltip. */
export function standingDetail(state: SyncState, copies: readonly Copy[]): string | number | undefined {
  if (state !== "failed") return undefined;
  return copies.length === 1 ? copies[0]?.controller_name : copies.length;
}

const MOST_LINES = 3;

export function standingTooltip(state: SyncState, copies: readonly Copy[]): string | undefined {
  if (state === "synced") {
    const latest = copies
      .map((copy) => copy.synced_at)
      .filter((at) => at !== null)
      .toSorted()
      .at(-1);
    return latest === undefined ? undefined : peopleTexts.confirmedAt(formatExact(latest));
  }
  const lines = copies.slice(0, MOST_LINES).map((copy) => {
    const planned =
      copy.last_error === null || STANDS_STILL.has(copy.controller_cause ?? "") ? null : read(copy.next_try_at);
    const line = peopleTexts.copyLine(copy.controller_name, copyTrouble(copy));
    return planned ? `${line}, ${peopleTexts.nextTry(formatClock(planned))}` : line;
  });
  if (copies.length > MOST_LINES) lines.push(peopleTexts.moreControllers(copies.length - MOST_LINES));
  return lines.join(" · ");
}

/** Causes that only a person ends, so no next attempt is planned. */
const STANDS_STILL: ReadonlySet<string> = new Set(["disabled", "lanes_paused"]);
/** Worker codes (drivers/errors.ts) for "no answer" rather than a refusal. */
const UNREACHABLE: ReadonlySet<string> = new Set(["unreachable", "timeout", "connection_lost", "aborted"]);

export function isUnreachable(code: string): boolean {
  return UNREACHABLE.has(code);
}

/** The replica's own failure, else its controller's, phrased to follow the controller's name. */
function copyTrouble(copy: Copy): string {
  const code = copy.last_error ?? copy.controller_cause;
  if (code !== null) return troubleWords(code);
  return copy.state === "pending_removal" ? peopleTexts.stillThere : peopleTexts.notTriedYet;
}

function troubleWords(code: string): string {
  if (code === "disabled") return peopleTexts.controllerDisabled;
  if (code === "lanes_paused") return peopleTexts.lanesPaused;
  if (isUnreachable(code)) return peopleTexts.notAnswering;
  if (code === "auth_failed" || code === "account_locked") return peopleTexts.refusesLogin;
  if (code.startsWith("certificate_") || code === "serial_changed") return peopleTexts.otherCertificate;
  return peopleTexts.refusesChange;
}
