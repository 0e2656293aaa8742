// What was taken away, what a device may still open for until it has answered, and when it confirmed that it no longer does.
import type { CredentialType, Outdated } from "#contract/devices.ts";
import type { PendingDevice } from "#contract/functions/end-user-manager.ts";
import { formatClock, formatDay, formatDayOfMonth, formatShortDay } from "#web/lib/dates.ts";
import { nameList } from "#web/lib/name-list.ts";
import { personDialogTexts as t } from "#web/texts/person-dialog.ts";
import { words } from "#web/texts/words.ts";
import type { Removal } from "./removals.ts";

/** "den gamla PIN-koden och de gamla dörrarna"; empty when nothing was taken away. */
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

/** What waits after a save or a removal; undefined when every device has confirmed. */
export function waitingWords(pending: readonly PendingDevice[]): string | undefined {
  const removals = pending.filter((device) => device.operation === "removal");
  const changes = pending.filter((device) => device.operation === "grant" && device.outdated.length > 0);
  const grants = pending.filter((device) => device.operation === "grant" && device.outdated.length === 0);
  const parts = [
    removals.length > 0 &&
      t.removalWaits(removals.every(({ plate }) => plate) ? t.thePlate : t.thePin, ...placesOf(removals)),
    changes.length > 0 &&
      t.changeWaits(
        oldThings(
          changes.flatMap(({ outdated }) => outdated),
          changes.every(({ plate }) => plate) ? "license_plate" : "pin",
        ),
        ...placesOf(changes),
      ),
    grants.length > 0 && t.waitsFor(placesOf(grants)[0]),
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : parts.join(" ");
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

/** "Borttagen på Port A 18:02" or "Spärrad på Port A 18:02, tas bort 25 nov", with its day when that is not today. */
export function removedWords(confirmations: readonly Confirmation[], now: Date): string {
  const days = Map.groupBy(confirmations, ({ suspended_until }) =>
    suspended_until === null ? "" : formatDayOfMonth(suspended_until),
  );
  return [...days]
    .map(([until, there]) => {
      const places = nameList(
        there.map(({ controller_name, read_back_at }) =>
          read_back_at === null ? controller_name : t.placeAt(controller_name, clock(read_back_at, now)),
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

/** Where the devices have the code without power; empty when none has. */
export function suspendedWords(replicas: readonly HeldCode[], now: Date): string {
  const there = replicas.filter(({ suspended_until }) => suspended_until !== null);
  const confirmations = there.map((replica) => ({ ...replica, read_back_at: replica.synced_at }));
  return there.length === 0 ? "" : removedWords(confirmations, now);
}

function clock(moment: string, now: Date): string {
  return formatDay(moment) === formatDay(now)
    ? formatClock(moment)
    : `${formatShortDay(moment)} ${formatClock(moment)}`;
}

/** "PIN-koden", or "de gamla dörrarna" where only some were taken; a credential that is gone is known by its receipt. */
export function whatWent(
  { holder_id, removed, plate }: Pick<Removal, "holder_id" | "removed" | "plate">,
  { credentials }: { credentials: readonly { id: string; credential_type: CredentialType }[] },
): string {
  const type = credentials.find(({ id }) => id === holder_id)?.credential_type ?? (plate ? "license_plate" : "pin");
  if (removed.includes("access")) return type === "pin" ? t.thePin : t.thePlate;
  return oldThings(removed, type);
}

export function takesAway({ operation, outdated }: PendingDevice): boolean {
  return operation === "removal" || outdated.length > 0;
}

/** A receipt of this generation or a later one; what it confirms includes this change. */
export function confirmationOf(device: PendingDevice, receipts: readonly Removal[]): Removal | undefined {
  return receipts.findLast(
    ({ controller_id, holder_id, generation }) =>
      controller_id === device.controller_id && holder_id === device.source_id && generation >= device.generation,
  );
}

export function confirmedWords(
  taken: readonly PendingDevice[],
  confirmations: readonly Removal[],
  { name, now }: { name: string; now: Date },
): { title: string; text: string } {
  const attested = confirmations
    .filter(({ kind }) => kind === "attested")
    .map(({ controller_name }) => controller_name);
  if (attested.length > 0) return { title: name, text: t.retired(nameList(attested)) };
  const type = taken.every(({ plate }) => plate) ? "license_plate" : "pin";
  const whole = taken.every(({ operation }) => operation === "removal");
  const what = whole
    ? type === "pin"
      ? t.thePin
      : t.thePlate
    : oldThings(
        taken.flatMap(({ outdated }) => outdated),
        type,
      );
  return { title: removedWords(confirmations, now), text: t.removedOf(capitalised(what), name) };
}

function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase("sv") + text.slice(1);
}
