// Works out a credential's status: the contents of devices take precedence over the dates.
import type { CredentialType, SyncState } from "#contract/devices.ts";
import { stockholmDay } from "#contract/stockholm.ts";
import { troubleWords } from "#web/lib/controllers/held-up.ts";
import { formatClock, formatExact, read } from "#web/lib/dates.ts";
import { oldThings } from "#web/lib/people/removal-words.ts";
import type { PersonCredential, Replica } from "./person.ts";
import { peopleTexts } from "./texts/people.sv.ts";

export type Standing =
  /** `replicas`: the replicas that are in this state. */
  | { kind: "sync"; state: SyncState; replicas: readonly Replica[] }
  | { kind: "expired" }
  | { kind: "disabled" }
  /** The credential's doors are switched off or no longer the organisation's. */
  | { kind: "no_access" };

const WORST_FIRST: readonly SyncState[] = ["failed", "pending", "pending_removal"];

/** Returns a PIN's status. An expired PIN that a device still has is "väntar på borttagning", not "utgången". */
export function pinStanding(credential: PersonCredential, now: Date): Standing {
  const replicas = credential.sync_states;
  for (const state of WORST_FIRST) {
    const there = replicas.filter((replica) => replica.state === state);
    if (there.length > 0) return { kind: "sync", state, replicas: there };
  }
  if (!credential.enabled) return { kind: "disabled" };
  if (hasEnded(credential, now)) return { kind: "expired" };
  if (!replicas.some((replica) => replica.desired)) return { kind: "no_access" };
  return { kind: "sync", state: "synced", replicas };
}

/** Returns a plate's status. The portal decides at the gate, so only the plate's own switch and dates count. Null: valid. */
export function plateStanding(credential: PersonCredential, now: Date): "disabled" | "expired" | null {
  if (!credential.enabled) return "disabled";
  return hasEnded(credential, now) ? "expired" : null;
}

export function hasEnded({ valid_to }: Pick<PersonCredential, "valid_to">, now: Date): boolean {
  const end = read(valid_to);
  return end !== null && end <= now;
}

/** Tells whether the validity ends later today, in Stockholm. */
export function endsToday(credential: Pick<PersonCredential, "valid_to">, now: Date): boolean {
  const end = read(credential.valid_to);
  return end !== null && end > now && stockholmDay(end) === stockholmDay(now);
}

/** Returns the text after the pill's "·": the one controller that failed, or a count; the rest is in the tooltip. */
export function standingDetail(state: SyncState, replicas: readonly Replica[]): string | number | undefined {
  if (state !== "failed") return undefined;
  return replicas.length === 1 ? replicas[0]?.controller_name : replicas.length;
}

const MOST_LINES = 3;

export function standingTooltip(
  state: SyncState,
  replicas: readonly Replica[],
  credentialType: CredentialType = "pin",
): string | undefined {
  if (state === "synced") {
    const latest = replicas
      .map((replica) => replica.synced_at)
      .filter((at) => at !== null)
      .toSorted()
      .at(-1);
    return latest === undefined ? undefined : peopleTexts.confirmedAt(formatExact(latest));
  }
  const lines = replicas.slice(0, MOST_LINES).map((replica) => {
    const planned =
      replica.last_error === null || STANDS_STILL.has(replica.controller_cause ?? "")
        ? null
        : read(replica.next_try_at);
    const old = replica.state === "pending_removal" ? "" : oldThings(replica.outdated, credentialType);
    const trouble = replicaTrouble(replica);
    const line = peopleTexts.replicaLine(
      replica.controller_name,
      old === "" ? trouble : peopleTexts.oldStillThere(trouble, old),
    );
    return planned ? `${line}, ${peopleTexts.nextTry(formatClock(planned))}` : line;
  });
  if (replicas.length > MOST_LINES) lines.push(peopleTexts.moreControllers(replicas.length - MOST_LINES));
  return lines.join(" · ");
}

/** Causes that only a person ends, so no next attempt is planned. */
const STANDS_STILL: ReadonlySet<string> = new Set(["disabled", "workers_paused"]);
/** Returns the replica's own failure, else its controller's, phrased to follow the controller's name. */
function replicaTrouble(replica: Replica): string {
  const code = replica.last_error ?? replica.controller_cause;
  if (code !== null) return troubleWords(code);
  return replica.state === "pending_removal" ? peopleTexts.stillThere : peopleTexts.notTriedYet;
}
