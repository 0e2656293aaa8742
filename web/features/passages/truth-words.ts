// Words one of the three facts in a line short enough for a phone. A person or a door is named where it fits.
import type { PassageSource } from "#contract/functions/explain-passage.ts";
import { formatExact } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { causeWords } from "./cause-words.ts";
import { doorLogTexts } from "./texts/door-log.sv.ts";
import { gateExplanationTexts as gate, passageExplanationTexts as t } from "./texts/passage-explanation.sv.ts";
import type { PassageNames, TruthLine } from "./truth-lines.ts";

export const TRUTH_SIGNS = 34;

export function truthWords(line: TruthLine, source: PassageSource, names: PassageNames): string {
  return source === "gate" ? ofGate(line) : ofDoor(line, names);
}

/** Returns the first form that fits; the last always does. */
function fitting(...forms: string[]): string {
  return forms.find((form) => form.length <= TRUTH_SIGNS) ?? forms.at(-1) ?? "";
}

function ofDoor(line: TruthLine, names: PassageNames): string {
  const { source, says, why, reason } = line;
  if (source === "decided")
    return says === "yes"
      ? t.letIn
      : reason === "not_permitted"
        ? t.refusedHere
        : t.refused(reason === null ? words.none : doorLogTexts.reasons[reason].toLowerCase());
  // The portal does not know the code.
  if (says === "unknown") return source === "desired" && names.who === null ? t.desiredNobody : t.notKnown;
  if (source === "held") return heldAtDoor(line, names);
  if (says === "yes") return t.desiredAccess;
  if (why === null) return t.notKnown;
  const general = t.desiredRefusal(t.short[why]);
  return why === "no_assignment" ? fitting(t.desiredRefusalAtDoor(names.door), general) : general;
}

function heldAtDoor({ state, since, why }: TruthLine, { who, door }: PassageNames): string {
  if (state === "suspended") return t.heldSuspended(formatExact(since));
  if (state === "elsewhere")
    return fitting(...(who === null ? [] : [t.heldNotAt(who, door)]), t.heldNotAtDoor(door), t.heldNotHere);
  if (state === "different") return t.heldOlder;
  if (state !== "present") return t.heldNoCode;
  const code = since === null ? t.heldCode : t.heldCodeSince(formatExact(since));
  if (why === null) return code;
  return fitting(...[code, t.heldCode].map((form) => `${form} · ${t.short[why]}`), t.heldCode);
}

function ofGate({ source, says, why, since, state }: TruthLine): string {
  if (source === "decided") return gate[({ yes: "letIn", no: "stayedShut", unknown: "noAnswer" } as const)[says]];
  if (source === "held") {
    if (state === "unknown") return gate.portalDecides;
    if (state === "different") return gate.heldOlder;
    if (says === "no") return gate.heldNoPlate;
    return since === null ? gate.heldPlate : gate.heldPlateSince(formatExact(since));
  }
  if (says === "yes") return t.desiredAccess;
  return why === null ? t.notKnown : t.desiredRefusal(causeWords("gate").short[why]);
}
