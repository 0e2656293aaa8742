// Words for removed rights: which of them a device may still grant until it answers, and when it confirmed the removal.
import type { CredentialType, Outdated } from "#contract/devices.ts";
import type { PendingDevice } from "#contract/functions/end-user-manager.ts";
import { personDialogTexts as t } from "#web/features/people/texts/person-dialog.sv.ts";
import { formatDayOfMonth, formatMoment } from "#web/lib/dates.ts";
import { nameList } from "#web/lib/name-list.ts";
import { words } from "#web/texts/words.sv.ts";
import type { Removal } from "./removals.ts";

/** Returns "den gamla PIN-koden och de gamla dörrarna"; empty when nothing was taken away. */
export function oldThings(outdated: Iterable<Outdated>, type: CredentialType): string {
  const kinds = new Set(outdated);
  const things = [
    (kinds.has("code") || kinds.has("access")) && (type === "pin" ? t.oldCode : t.oldPlate),
    kinds.has("validity") && t.oldValidity,
    kinds.has("doors") && t.oldDoors,
  ].filter((thing) => thing !== false);
  const last = things.at(-1) ?? "";
  return things.length < 2 ? last : `${things.slice(0, -1).join(", ")} ${words.and} ${last}`;
}

/** Returns a text about the waiting changes after a save or a removal; undefined when every device has confirmed. */
export function waitingWords(pending: readonly PendingDevice[]): string | undefined {
  const grants = pending.filter((device) => !takesAway(device));
  const parts = [
    ...byType(pending.filter(({ operation }) => operation === "removal")).map(([type, removals]) => {
      const [what, it] = wholeOf(removals, type);
      return t.removalWaits(what, it, ...placesOf(removals));
    }),
    ...byType(pending.filter((device) => device.operation === "grant" && takesAway(device))).map(([type, changes]) => {
      const things = oldThings(
        changes.flatMap(({ outdated }) => outdated),
        type,
      );
      return t.changeWaits(things, ...placesOf(changes));
    }),
    ...(grants.length > 0 ? [t.waitsFor(placesOf(grants)[0])] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(" ");
}

/** Groups by type: a PIN is at its doors and a plate at its gates, so each sentence names its own places. */
function byType<Device extends { plate: boolean }>(devices: readonly Device[]): [CredentialType, Device[]][] {
  return [...Map.groupBy(devices, ({ plate }) => (plate ? "license_plate" : "pin"))];
}

/** Returns "PIN-koderna", and the pronoun for them later in the sentence. */
function wholeOf(removals: readonly PendingDevice[], type: CredentialType): [what: string, it: string] {
  const isOne = new Set(removals.map(({ source_id }) => source_id)).size < 2;
  if (type === "pin") return isOne ? [t.thePin, t.itPin] : [t.thePins, t.they];
  return isOne ? [t.thePlate, t.itPlate] : [t.thePlates, t.they];
}

function placesOf(devices: readonly PendingDevice[]): [names: string, many: boolean] {
  const names = devices.map((device) => device.controller_name);
  return [nameList(names), new Set(names).size > 1];
}

export interface Confirmation {
  controller_name: string;
  read_back_at: string | null;
  suspended_until: string | null;
}

/** Returns "Borttagen på Port A 18:02" or "Spärrad på Port A 18:02, tas bort 25 nov", with its day when that is not today. */
export function removedWords(confirmations: readonly Confirmation[], now: Date): string {
  const days = Map.groupBy(confirmations, ({ suspended_until }) =>
    suspended_until === null ? "" : formatDayOfMonth(suspended_until),
  );
  return [...days]
    .map(([until, there]) => {
      const places = nameList(
        there.map(({ controller_name, read_back_at }) =>
          read_back_at === null ? controller_name : t.placeAt(controller_name, formatMoment(read_back_at, now)),
        ),
      );
      return until === "" ? t.removedAt(places) : t.suspendedAt(places, until);
    })
    .join(" · ");
}

interface HeldCode {
  controller_name: string;
  synced_at: string | null;
  suspended_until: string | null;
}

/** Returns where devices hold the code suspended; empty when none does. */
export function suspendedWords(replicas: readonly HeldCode[], now: Date): string {
  const there = replicas.filter(({ suspended_until }) => suspended_until !== null);
  const confirmations = there.map((replica) => ({ ...replica, read_back_at: replica.synced_at }));
  return there.length === 0 ? "" : removedWords(confirmations, now);
}

/** Returns "PIN-koden", or "de gamla dörrarna" where only some were taken; the receipt identifies a credential that is gone. */
export function whatWent(
  { source_id, removed, plate }: Pick<Removal, "source_id" | "removed" | "plate">,
  { credentials }: { credentials: readonly { id: string; credential_type: CredentialType }[] },
): string {
  const type = credentials.find(({ id }) => id === source_id)?.credential_type ?? (plate ? "license_plate" : "pin");
  if (removed.includes("access")) return type === "pin" ? t.thePin : t.thePlate;
  return oldThings(removed, type);
}

/** Tells whether the change removes a right, or an old code or plate. */
export function takesAway({ operation, outdated }: PendingDevice): boolean {
  return operation === "removal" || outdated.length > 0;
}

/** Returns a receipt of this generation or a later one; it confirms this change too. */
export function confirmationOf(device: PendingDevice, receipts: readonly Removal[]): Removal | undefined {
  return receipts.findLast(
    ({ controller_id, source_id, generation }) =>
      controller_id === device.controller_id && source_id === device.source_id && generation >= device.generation,
  );
}

/** Returns the words once all removals are confirmed. An attested one was confirmed by a person, not by its device. */
export function confirmedWords(
  taken: readonly PendingDevice[],
  confirmations: readonly Removal[],
  { name, now }: { name: string; now: Date },
): { title: string; text: string } {
  const attested = confirmations
    .filter(({ kind }) => kind === "attested")
    .map(({ controller_name }) => controller_name);
  if (attested.length > 0) return { title: name, text: t.retired(nameList(attested)) };
  const what = byType(taken)
    .map(([type, devices]) =>
      devices.every(({ operation }) => operation === "removal")
        ? wholeOf(devices, type)[0]
        : oldThings(
            devices.flatMap(({ outdated }) => outdated),
            type,
          ),
    )
    .map((part, place) => (place === 0 ? part : insideSentence(part)))
    .join(` ${words.and} `);
  return { title: removedWords(confirmations, now), text: t.removedOf(capitalised(what), name) };
}

/** Returns the text inside a sentence: "registreringsnumret i grindens lista", but "PIN-koden". */
export function insideSentence(text: string): string {
  return text.replace(/^\p{Lu}(?=\p{Ll})/u, (sign) => sign.toLocaleLowerCase("sv"));
}

function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase("sv") + text.slice(1);
}
