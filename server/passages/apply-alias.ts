// Links a reading that nearly matches a car to that car at the gate, as the queue of unclear plates does, or ends the link.
import { gateErrors } from "#contract/errors/gates.ts";
import type { ApplyFixRequest, FixUndo } from "#contract/functions/apply-fix.ts";
import { linkReading, unlinkReading } from "#server/gates/near-miss.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { seeGatePassage } from "./explain-gate.ts";
import { readAlias } from "./gate-passages.store.ts";

interface Alias {
  credentialId: string;
  controllerId: string;
  /** Null: the reading was already linked to the car, or no longer is. */
  made: FixUndo | null;
}

/**
 * Links or unlinks the reading. Throws PortalError 404 when the caller sees no such passage, 409 when it is no longer a near miss or no
 * longer the alias.
 */
export async function applyAlias(
  deps: Pick<Deps, "pools" | "guard">,
  call: CallerContext,
  { source, id }: ApplyFixRequest["passage"],
  undo: FixUndo | undefined,
): Promise<Alias> {
  if (source === "door") throw new PortalError(gateErrors.fix_gone());
  const { guard } = deps;
  const { passage, near } = await seeGatePassage(deps, call.asCaller, id);
  const { controller_id: controllerId } = passage;
  if (controllerId === null) throw new PortalError(gateErrors.fix_gone());
  if (undo !== undefined) {
    const { credential_id: credentialId } = undo;
    // A passage that was let in needs no link; in the queue it would stand as a refusal beside the passage itself.
    if (passage.access_reason !== "no_match") throw new PortalError(gateErrors.fix_not_undone());
    const { detected_at: readAt, plate_number: plateNumber, plate_key: plateKey } = passage;
    const linked = { passageId: id, readAt, controllerId, plateNumber, plateKey, credentialId };
    if (!(await unlinkReading(deps, call, linked))) throw new PortalError(gateErrors.fix_not_undone());
    return { credentialId, controllerId, made: null };
  }
  if (near !== null) {
    await linkReading(deps, call, { id: near.nearMissId, credential_id: near.credentialId });
    return { credentialId: near.credentialId, controllerId, made: { credential_id: near.credentialId } };
  }
  const known = await call.asCaller((client, caller) => readAlias(client, passage, guard.scope(caller)));
  if (known === null) throw new PortalError(gateErrors.fix_gone());
  return { credentialId: known, controllerId, made: null };
}
