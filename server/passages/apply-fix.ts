// Fixes the cause of a refused passage by an ordinary save, and asks the device once it has been read back. The portal itself opens gates,
// so at a gate the portal's own rule is asked.
import { gateErrors } from "#contract/errors/gates.ts";
import type { ApplyFixRequest, FixProgress, FixUndo } from "#contract/functions/apply-fix.ts";
import type { CredentialFixId, PassageFix } from "#contract/functions/explain-passage.ts";
import { wouldOpen } from "#server/gates/gate-passage.ts";
import { fixCredential, undoFix } from "#server/people/fix-credential.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { type AwaitDeps, awaitReplicas } from "#server/reconcile/engine/await-replicas.ts";
import { applyAlias } from "./apply-alias.ts";
import { type DryRunDeps, dryRun } from "./dry-run.ts";
import { gateFixesNow, seeGatePassage } from "./explain-gate.ts";
import { fixesNow, type SeenPassage, seePassage } from "./explain-passage.ts";
import { isFixable } from "./passage-fixes.rules.ts";
import { type FixTarget, readFixTimes } from "./passages.store.ts";

export type ApplyFixDeps = DryRunDeps & AwaitDeps;
type Passage = ApplyFixRequest["passage"];

/**
 * Applies a fix. The first call saves and answers at once; a repeated call saves nothing, waits for the device and asks it. Throws
 * PortalError 404 when the caller sees no such event, 409 when this fix is no longer possible.
 */
export async function applyFix(
  deps: ApplyFixDeps,
  call: CallerContext,
  { passage, fix_id: fix, undo }: ApplyFixRequest,
): Promise<FixProgress> {
  const { seen, plate } = await look(deps, call, passage);
  if (fix === "add_alias") {
    const { made, ...target } = await applyAlias(deps, call, passage, undo);
    const progress = await progressOf(deps, call, { passage, fix, target, waits: false });
    if (undo !== undefined) return { ...progress, outcome: "undone" };
    return { ...progress, undo: made, ...(await triedAtGate(deps, target.controllerId, plate)) };
  }
  const target = targetOf(seen);
  if (undo !== undefined) return takenBack(deps, call, { passage, fix, target, undo });
  const fixed = await fixCredential(deps, call, target, fix);
  const waits = fixed === null && target.at === "door";
  const progress = await progressOf(deps, call, { passage, fix, target, waits });
  const answer =
    target.at === "gate"
      ? await triedAtGate(deps, target.controllerId, plate)
      : await triedAtDoor(deps, call, target, { progress, fixed });
  return { ...progress, undo: fixed, ...answer };
}

interface Looked {
  seen: SeenPassage;
  fixes: PassageFix[];
  /** The reading; empty at a door. */
  plate: string;
}

async function look(deps: ApplyFixDeps, { asCaller }: CallerContext, { source, id }: Passage): Promise<Looked> {
  const now = deps.clock.now();
  if (source === "door") {
    const seen = await seePassage(deps, asCaller, id);
    return { seen, fixes: fixesNow(seen, now), plate: "" };
  }
  const seen = await seeGatePassage(deps, asCaller, id);
  return { seen, fixes: gateFixesNow(seen, now), plate: seen.passage.plate_number };
}

function targetOf({ explained, fixable, target }: SeenPassage): FixTarget {
  const hasFix = fixable !== null && isFixable(explained.reasons.map(({ code }) => code));
  if (!hasFix || target === null) throw new PortalError(gateErrors.fix_gone());
  return target;
}

async function takenBack(
  deps: ApplyFixDeps,
  call: CallerContext,
  { passage, fix, target, undo }: { passage: Passage; fix: CredentialFixId; target: FixTarget; undo: FixUndo },
): Promise<FixProgress> {
  if (undo.credential_id !== target.credentialId) throw new PortalError(gateErrors.fix_not_undone());
  await undoFix(deps, call, { target, fix, undo });
  return { ...(await progressOf(deps, call, { passage, fix, target, waits: false })), outcome: "undone" };
}

interface Saved {
  passage: Passage;
  fix: ApplyFixRequest["fix_id"];
  target: Pick<FixTarget, "credentialId" | "controllerId">;
  waits: boolean;
}

async function progressOf(
  deps: ApplyFixDeps,
  call: CallerContext,
  { passage, fix, target, waits }: Saved,
): Promise<FixProgress> {
  const sources = [target.credentialId];
  const all = waits ? (await awaitReplicas(deps, sources)).pending : await deps.sync.waitForSources(sources, 0);
  const pending = all.filter(({ controller_id }) => controller_id === target.controllerId);
  const { saved_at, written_at } = await readFixTimes(deps.pools.engine, target);
  return {
    id: fix,
    outcome: "applied",
    saved_at,
    written_at: pending.length === 0 ? written_at : null,
    pending,
    tried: null,
    untried: "waiting",
    next: await fixesLeft(deps, call, passage),
    undo: null,
  };
}

/** Returns the fixes left; none for a reading that no longer nearly matches one of the caller's cars. */
async function fixesLeft(deps: ApplyFixDeps, call: CallerContext, passage: Passage): Promise<PassageFix[]> {
  try {
    return (await look(deps, call, passage)).fixes;
  } catch (error) {
    if (error instanceof PortalError && error.reason === "passage_gone") return [];
    throw error;
  }
}

type Answer = Pick<FixProgress, "tried" | "untried">;

async function triedAtDoor(
  deps: ApplyFixDeps,
  call: CallerContext,
  target: FixTarget,
  { progress: { pending }, fixed }: { progress: FixProgress; fixed: FixUndo | null },
): Promise<Answer> {
  if (fixed !== null || pending.length > 0) return { tried: null, untried: "waiting" };
  return dryRun(deps, call, target);
}

async function triedAtGate({ pools, clock }: ApplyFixDeps, gateId: string, plateText: string): Promise<Answer> {
  const granted = await wouldOpen(pools.gate, { gateId, plateText });
  return { tried: { at: clock.now().toISOString(), granted, reason: null }, untried: null };
}
