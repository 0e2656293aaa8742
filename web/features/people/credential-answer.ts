// Answers "why does the code not work?" in sentences: the credential's own reason, else place by place.
import {
  answerAt,
  type ClosedReason,
  type CredentialAnswer,
  type CredentialFacts,
  type PlaceFacts,
} from "#contract/credential-answer.ts";
import { formatPlate } from "#contract/format-plate.ts";
import { formatNamedMoment, read } from "#web/lib/dates.ts";
import { suspendedWords } from "#web/lib/people/removal-words.ts";
import type { Place } from "./credential-places.ts";
import type { PersonCredential } from "./person.ts";
import { credentialAnswerTexts as t } from "./texts/credential-answer.sv.ts";

export interface AnswerWords {
  /** `wait`: the credential will work without anybody doing anything here. */
  tone: "ok" | "wait" | "fail";
  lines: string[];
  /** The line links to Synkstatus, which explains more. */
  isAboutSync: boolean;
}

const OF_THE_CREDENTIAL: readonly ClosedReason[] = ["switched_off", "expired", "not_yet_valid"];
const OF_THE_DEVICE: readonly ClosedReason[] = ["paused", "refused", "silent", "not_written"];
/** Reasons that last until an administrator does something. */
const FOR_GOOD: readonly (ClosedReason | null)[] = ["place_gone", "card_needed", "wrong_length"];
const MOST_NAMES = 4;
interface Answered {
  place: Place;
  answer: CredentialAnswer;
}

export function answerWords(
  credential: PersonCredential,
  savedAt: string,
  places: readonly Place[],
  now: Date,
): AnswerWords {
  const facts: CredentialFacts = {
    enabled: credential.enabled,
    validFrom: read(credential.valid_from),
    validTo: read(credential.valid_to),
    savedAt: read(savedAt) ?? now,
  };
  const isPin = credential.credential_type === "pin";
  const thing = isPin ? t.pin : t.plate(formatPlate(credential.credential_value));
  const all = places.map((place) => ({ place, answer: answerAt(facts, place, now) }));
  const chosen = all.filter(({ place }) => place.isAssigned);
  const own = ownReason(facts, chosen, { isPin, now });
  if (own !== null)
    return {
      tone: "fail",
      isAboutSync: false,
      lines: [t.because(t.worksNot(thing), own), ...lingeringLine(chosen), ...suspendedLine(credential, now)],
    };
  if (chosen.length === 0)
    return { tone: "fail", isAboutSync: false, lines: [t.because(t.worksNot(thing), isPin ? t.noPlace : t.noGate)] };
  const closed = chosen.filter(({ answer }) => !answer.opens);
  const away = chosen.filter(({ place, answer }) => answer.opens && place.isAway).map(({ place }) => place.name);
  const device = OF_THE_DEVICE.flatMap((reason) => deviceLines(thing, reason, closed, now));
  return {
    tone: closed.some((one) => FOR_GOOD.includes(reasonOf(one)))
      ? "fail"
      : closed.length + away.length > 0
        ? "wait"
        : "ok",
    isAboutSync: device.length + away.length > 0,
    lines: [
      ...device,
      ...comingLines(thing, closed, now),
      ...placeLine(closed, "place_gone", (names) => t.placeGone(thing, names)),
      ...lingeringLine(closed.filter((one) => reasonOf(one) === "place_gone")),
      ...placeLine(closed, "card_needed", (names) => t.cardNeeded(thing, names)),
      ...placeLine(closed, "wrong_length", (names) => t.wrongLength(thing, names)),
      ...openLines(thing, chosen, now),
      ...hoursLines(thing, chosen),
      ...(away.length > 0 ? [t.gateAway(inSentence(away))] : []),
      ...placeLine(all, "not_assigned", (names) => t.notAssigned(thing, names)),
    ],
  };
}

function ownReason(
  facts: CredentialFacts,
  chosen: readonly Answered[],
  { isPin, now }: { isPin: boolean; now: Date },
): string | null {
  // The credential's own reason comes first, even where it has no place.
  const anywhere: PlaceFacts = {
    kind: "gate",
    isAssigned: true,
    beginsAt: null,
    isOffered: true,
    replica: null,
    answers: null,
    reader: null,
  };
  const answer = chosen[0]?.answer ?? answerAt(facts, anywhere, now);
  if (answer.opens || !OF_THE_CREDENTIAL.includes(answer.reason)) return null;
  if (answer.reason === "switched_off") return isPin ? t.switchedOff : t.vehicleOff;
  if (answer.reason === "expired") return t.expired(formatNamedMoment(facts.validTo, now));
  const begins = formatNamedMoment(facts.validFrom, now);
  return isPin ? t.notYetValid(begins) : t.vehicleNotYetValid(begins);
}

function suspendedLine({ sync_states }: PersonCredential, now: Date): string[] {
  const there = suspendedWords(sync_states, now);
  return there === "" ? [] : [`${there}.`];
}

function lingeringLine(chosen: readonly Answered[]): string[] {
  const units = chosen.filter(({ answer }) => !answer.opens && answer.lingers).map(({ place }) => place.controller);
  return units.length === 0 ? [] : [t.lingers(inSentence(units))];
}

/** Returns one line per schedule, and one for gates whose own list leaves the plate out. */
function hoursLines(thing: string, chosen: readonly Answered[]): string[] {
  const limited = chosen.filter(({ place, answer }) => answer.opens && place.schedules.length > 0);
  const bySchedule = Map.groupBy(limited, ({ place }) => inSentence(place.schedules));
  const lists = limited.filter(({ place }) => place.keepsList).map(({ place }) => place.name);
  return [
    ...[...bySchedule].map(([schedules, there]) =>
      t.atHours(thing, inSentence(there.map(({ place }) => place.name)), schedules),
    ),
    ...(lists.length > 0 ? [t.notOnList(thing, inSentence(lists))] : []),
  ];
}

function openLines(thing: string, chosen: readonly Answered[], now: Date): string[] {
  const open = chosen.flatMap(({ place, answer }) =>
    answer.opens && place.schedules.length === 0 ? [{ place, ...answer }] : [],
  );
  if (open.length === 0) return [];
  const old = open.filter(({ isOld }) => isOld);
  const works = t.works(thing, inSentence(open.map(({ place }) => place.name)));
  const [first] = open
    .map(({ confirmedAt }) => confirmedAt)
    .filter((at) => at !== null)
    .toSorted((a, b) => +a - +b);
  if (old.length === 0) return [first ? `${works} ${t.confirmed(formatNamedMoment(first, now))}` : works];
  const oldest = old.map(({ confirmedAt }) => confirmedAt).find((at) => at !== null) ?? null;
  return [works, t.wasThere(inSentence(old.map(({ place }) => place.controller)), formatNamedMoment(oldest, now))];
}

/** Returns one line per controller. */
function deviceLines(thing: string, reason: ClosedReason, closed: readonly Answered[], now: Date): string[] {
  const those = closed.filter((one) => reasonOf(one) === reason);
  return [...new Set(those.map(({ place }) => place.controller))].map((controller) => {
    const here = those.filter(({ place }) => place.controller === controller);
    const [{ answer } = { answer: null }] = here;
    if (answer === null || answer.opens) return "";
    const names = inSentence(here.map(({ place }) => place.name));
    // The controller may hold the same code since before, for example where only the person's name was changed.
    const head = answer.lingers ? t.changeAt(names) : t.atPlaces(thing, names);
    return [
      t.because(head, deviceWords(reason, controller)),
      answer.since !== null && t.since(formatNamedMoment(answer.since, now)),
      answer.lingers && t.keepsOld(controller),
    ]
      .filter(Boolean)
      .join(" ");
  });
}

function deviceWords(reason: ClosedReason, controller: string): string {
  if (reason === "silent") return t.silent(controller);
  if (reason === "refused") return t.refused(controller);
  return reason === "paused" ? t.paused(controller) : t.notWritten(controller);
}

function placeLine(all: readonly Answered[], reason: ClosedReason, words: (names: string) => string): string[] {
  const names = all.filter((one) => reasonOf(one) === reason).map(({ place }) => place.name);
  return names.length === 0 ? [] : [words(inSentence(names))];
}

/** Returns one line per start of a membership. */
function comingLines(thing: string, closed: readonly Answered[], now: Date): string[] {
  const coming = closed.filter((one) => reasonOf(one) === "membership_not_begun");
  const starts = Map.groupBy(coming, ({ place }) => formatNamedMoment(place.beginsAt, now));
  return [...starts].map(([when, there]) => t.begins(thing, inSentence(there.map(({ place }) => place.name)), when));
}

function reasonOf({ answer }: Answered): ClosedReason | null {
  return answer.opens ? null : answer.reason;
}

/** Returns "Entré, Garage och Soprum"; "Entré, Garage, Soprum, Källare och 8 till". */
function inSentence(names: readonly string[]): string {
  const all = [...new Set(names)];
  const shown = all.length > MOST_NAMES + 1 ? [...all.slice(0, MOST_NAMES), t.more(all.length - MOST_NAMES)] : all;
  const last = shown.at(-1) ?? "";
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(", ")} ${t.and} ${last}`;
}
