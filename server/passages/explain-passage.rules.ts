// Why a door decided as it did: what the portal wished, what the controller held and what the door answered, each as of
// that second. What is not known for then is never taken from today.
import type { DoorReason } from "#contract/door-events.ts";
import {
  CLOCK_WRONG_SECONDS,
  type PassageCause,
  type PassageExplanation,
} from "#contract/functions/explain-passage.ts";
import type { PinUse } from "#contract/pin-use.ts";

export interface PassageFacts {
  occurredAt: Date;
  granted: boolean;
  reason: DoorReason | null;
  doorId: string | null;
  clockSkewMs: number | null;
  /** What a PIN alone gives at the door today. */
  pinUse: PinUse | null;
  endUserId: string | null;
  /** The credential that the device named; null: none of the portal's. */
  credential: CredentialThen | null;
}

export interface CredentialThen {
  /** As of the passage; null: older than what is kept. */
  version: { enabled: boolean; validFrom: Date | null; validTo: Date | null; doorIds: string[] } | null;
  changedAt: Date | null;
  /** Today: neither is kept by version. */
  doorEnabled: boolean;
  linked: boolean;
  held: { state: "present" | "absent" | "unknown"; since: Date | null };
}

/** What the device says of itself when it refuses. */
const SAID: Partial<Record<DoorReason, PassageCause>> = {
  unknown_code: "unknown_code",
  unknown_card: "unknown_card",
  wrong_code: "wrong_code",
  outside_hours: "outside_hours",
  expired: "expired",
  not_yet_valid: "not_yet_valid",
  disabled: "disabled",
};

interface Cause {
  code: PassageCause;
  since: Date | null;
}

/** Without candidates, which are found elsewhere. */
export function explainPassage(facts: PassageFacts): Omit<PassageExplanation, "candidates"> {
  const { credential, granted, reason, clockSkewMs } = facts;
  const wished = wishedThen(facts);
  const causes = granted ? [] : causesOf(facts, wished);
  const at = (date: Date | null): string | null => date?.toISOString() ?? null;
  return {
    causes: causes.map(({ code, since }) => ({ code, since: at(since) })),
    truths: {
      wished: { allowed: wished.allowed, because: wished.cause?.code ?? null },
      held: credential
        ? { state: credential.held.state, since: at(credential.held.since) }
        : { state: reason === "unknown_code" || reason === "unknown_card" ? "absent" : "unknown", since: null },
      decided: { granted, reason },
    },
    end_user_id: facts.endUserId,
    clock_skew_seconds: clockSkewMs === null ? null : Math.round(clockSkewMs / 1000),
    changed_at: at(credential?.changedAt ?? null),
  };
}

interface Wished {
  allowed: boolean | null;
  cause: Cause | null;
}

function wishedThen({ credential, occurredAt, doorId }: PassageFacts): Wished {
  // Which code was typed is never known.
  if (!credential) return { allowed: null, cause: null };
  const { version } = credential;
  if (version === null) return { allowed: null, cause: null };
  const refused = (code: PassageCause, since: Date | null = null): Wished => ({
    allowed: false,
    cause: { code, since },
  });
  if (!version.enabled) return refused("disabled");
  if (version.validFrom !== null && occurredAt < version.validFrom) return refused("not_yet_valid", version.validFrom);
  if (version.validTo !== null && occurredAt >= version.validTo) return refused("expired", version.validTo);
  if (doorId !== null && !version.doorIds.includes(doorId)) return refused("no_assignment");
  if (!credential.linked) return refused("organization_unlinked");
  if (!credential.doorEnabled) return refused("door_disabled");
  return { allowed: true, cause: null };
}

function causesOf(facts: PassageFacts, wished: Wished): Cause[] {
  const { credential, reason, clockSkewMs, pinUse } = facts;
  const causes: Cause[] = [];
  const name = (code: PassageCause, since: Date | null = null): void => {
    if (!causes.some((cause) => cause.code === code)) causes.push({ code, since });
  };
  if (wished.cause) name(wished.cause.code, wished.cause.since);
  const clockIsWrong = clockSkewMs !== null && Math.abs(clockSkewMs) > CLOCK_WRONG_SECONDS * 1000;
  if (clockIsWrong && (reason === "expired" || reason === "not_yet_valid" || reason === "outside_hours"))
    name("device_clock_wrong");
  if (wished.allowed === true && credential?.held.state === "absent") name("not_yet_on_device", credential.held.since);
  if (wished.allowed === true && reason === "not_permitted" && (pinUse === "never" || pinUse === "nobody"))
    name("card_required");
  const said = reason === null ? undefined : SAID[reason];
  if (said !== undefined) name(said);
  if (wished.allowed === true && causes.length === 0) name("device_disagreed");
  if (causes.length === 0) name(credential === null ? "unknown_code" : "device_disagreed");
  return causes;
}
