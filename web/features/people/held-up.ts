// Finds, before something is taken away, the controllers where the old right will continue for a while, and why.
import type { Outdated } from "#contract/devices.ts";
import type { EndUserForm } from "#contract/forms/end-user.ts";
import type { ControllerState } from "#contract/tables/sync-status.ts";
import { type HeldUp, heldUp, isUnreachable } from "#web/lib/controllers/held-up.ts";
import { hasEnded } from "./credential-status.ts";
import { ownDoorIds, type PersonCredential } from "./person.ts";
import { personDialogTexts as t } from "./texts/person-dialog.sv.ts";

/** Returns the controllers of the credentials that cannot take a change now. */
export function heldUpOf(credentials: readonly PersonCredential[], controllers: readonly ControllerState[]): HeldUp[] {
  const replicas = credentials.flatMap((credential) => credential.sync_states);
  const found = new Map<string, HeldUp>();
  for (const { controller_id: id, controller_name: name, state } of replicas) {
    // A controller with a replica of the credential opens by that replica.
    const why = heldUp(id, controllers, true)?.why ?? (state === "synced" ? null : t.behind);
    if (why !== null) found.set(id, { id, name, why });
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name, "sv"));
}

/** Maps a controller id to whether it answers; absent when unknown. */
export function onlineOf(controllers: readonly ControllerState[]): ReadonlyMap<string, boolean> {
  return new Map(
    controllers.flatMap(({ controller_id, state, last_error }): [string, boolean][] => {
      if (state === "online") return [[controller_id, true]];
      return state === "offline" && isUnreachable(last_error ?? "") ? [[controller_id, false]] : [];
    }),
  );
}

/** Returns the access that saving the form takes from the stored PIN. `ends`: the validity's new end, null when it stays. */
export function takenFromPin(
  stored: PersonCredential | undefined,
  form: Pick<EndUserForm, "enable_pin" | "pin_value" | "pin_access_points">,
  { ends, offered, now }: { ends: Date | null; offered: ReadonlySet<string>; now: Date },
): Outdated[] {
  if (stored === undefined || hasEnded(stored, now)) return [];
  if (!form.enable_pin) return ["access"];
  const dropped = ownDoorIds(stored).some((id) => offered.has(id) && !form.pin_access_points.includes(id));
  const isShorter = ends !== null && (stored.valid_to === null || ends < new Date(stored.valid_to));
  const parts: [Outdated, boolean][] = [
    ["code", form.pin_value !== ""],
    ["validity", isShorter],
    ["doors", dropped],
  ];
  return parts.flatMap(([kind, isTaken]) => (isTaken ? [kind] : []));
}
