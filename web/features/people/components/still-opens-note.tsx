import type { ControllerState } from "#contract/tables/sync-status.ts";
import type { HeldUp } from "#web/lib/controllers/held-up.ts";
import { nameList } from "#web/lib/name-list.ts";
import { HeldUpNote } from "#web/ui/credentials/held-up-note.tsx";
import { heldUpOf } from "../held-up.ts";
import type { PersonCredential } from "../person.ts";
import { personDialogTexts as t } from "../texts/person-dialog.sv.ts";

export interface StillOpensNoteProps {
  /** The credentials that the press takes away. */
  credentials: readonly PersonCredential[];
  /** "off": the credentials are switched off, and still belong to the person in the portal. */
  kind: "delete" | "off";
  controllers: readonly ControllerState[];
  className?: string | undefined;
}

/** Shows, before something is taken away, where it continues to open and why. PINs and plates are separate, each with its own places. */
export function StillOpensNote({ credentials, kind, controllers, className }: StillOpensNoteProps) {
  const ofType = (type: PersonCredential["credential_type"]) =>
    credentials.filter(({ credential_type }) => credential_type === type);
  const doors = heldUpOf(ofType("pin"), controllers);
  const gates = heldUpOf(ofType("license_plate"), controllers);
  const isOneAt = (units: readonly HeldUp[], type: PersonCredential["credential_type"]) =>
    ofType(type).filter(({ sync_states }) =>
      sync_states.some(({ controller_id }) => units.some(({ id }) => id === controller_id)),
    ).length === 1;
  const places = (units: readonly HeldUp[]) => nameList(units.map(({ name }) => name));
  return (
    <>
      {doors.length > 0 && (
        <HeldUpNote units={doors} className={className}>
          {kind === "off"
            ? t.offWillWait(isOneAt(doors, "pin"), places(doors))
            : isOneAt(doors, "pin")
              ? t.deleteWillWait(places(doors))
              : t.deletesWillWait(places(doors))}
        </HeldUpNote>
      )}
      {gates.length > 0 && (
        <HeldUpNote units={gates} className={className}>
          {t.plateWillWait(isOneAt(gates, "license_plate"), places(gates))}
        </HeldUpNote>
      )}
    </>
  );
}
