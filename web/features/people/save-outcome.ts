import type { PendingDevice, SaveEndUserReply } from "#contract/functions/end-user-manager.ts";
import { BackendError } from "#web/lib/errors.ts";
import { errorTexts } from "#web/texts/errors.ts";
import { peopleTexts } from "#web/texts/people.ts";
import { personDialogTexts } from "#web/texts/person-dialog.ts";
import type { Person } from "./person.ts";

/** "Port A", "Port A och Port B", "Port A, Port B och 3 till". */
export function controllerList(names: readonly string[]): string {
  const unique = [...new Set(names)].toSorted((a, b) => a.localeCompare(b, "sv"));
  if (unique.length > 3) {
    return `${unique.slice(0, 2).join(", ")} ${peopleTexts.moreControllers(unique.length - 2)}`;
  }
  const last = unique.at(-1) ?? "";
  return unique.length < 2 ? last : `${unique.slice(0, -1).join(", ")} ${personDialogTexts.and} ${last}`;
}

/** What waits where, after "Användare skapades"; undefined when every device has it. */
export function waitingWords(reply: Pick<SaveEndUserReply, "pending">): string | undefined {
  const grants = namesOf(reply.pending, "grant");
  const removals = namesOf(reply.pending, "removal");
  const parts = [
    grants.length > 0 && personDialogTexts.waitsFor(controllerList(grants)),
    removals.length > 0 && personDialogTexts.removalWaits(controllerList(removals)),
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : parts.join(" ");
}

function namesOf(pending: readonly PendingDevice[], operation: PendingDevice["operation"]): string[] {
  return pending.filter((device) => device.operation === operation).map((device) => device.controller_name);
}

/** Controllers behind on the person's PINs, where a removal will probably wait too. */
export function silentControllers(person: Person): string[] {
  return person.credentials
    .flatMap((credential) => credential.sync_states)
    .filter((replica) => replica.state !== "synced")
    .map((replica) => replica.controller_name);
}

export function deleteFailure(error: unknown): string {
  if (!(error instanceof BackendError)) return personDialogTexts.deleteFailed;
  if (error.code === "network") return errorTexts.network;
  if (error.code === "23503" || error.code === "conflict") return personDialogTexts.deleteLinked;
  if (error.code.startsWith("device_")) return personDialogTexts.deleteDevice;
  if (error.code === "internal" || error.code === "unexpected" || error.code === "bad_reply")
    return personDialogTexts.deleteFailed;
  return error.message;
}
