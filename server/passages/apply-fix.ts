// Mends what a passage was refused for by an ordinary save, and asks the device once it has been read back.
import { gateErrors } from "#contract/errors/gates.ts";
import type { ApplyFixRequest, FixProgress, FixUndo } from "#contract/functions/apply-fix.ts";
import { mendCredential, type Target, unmendCredential } from "#server/people/mend-credential.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { type AwaitDeps, awaitReplicas } from "#server/reconcile/await-replicas.ts";
import { type DryRunDeps, dryRun } from "./dry-run.ts";
import { fixesNow, seePassage } from "./explain-passage.ts";
import { isMendable } from "./passage-fixes.rules.ts";
import { type FixTarget, readFixTimes } from "./passages.store.ts";

export type ApplyFixDeps = DryRunDeps & AwaitDeps;

/**
 * The first call saves and answers at once; the same again saves nothing, waits for the device and asks it.
 * @throws PortalError 404 when the caller sees no such event, 409 when it cannot be mended so any more
 */
export async function applyFix(
  deps: ApplyFixDeps,
  call: CallerContext,
  { passage: { id }, fix_id: fix, undo }: ApplyFixRequest,
): Promise<FixProgress> {
  const target = await targetOf(deps, call, id);
  if (undo !== undefined) {
    if (undo.credential_id !== target.credentialId) throw new PortalError(gateErrors.fix_not_undone());
    await unmendCredential(deps, call, { doorId: target.doorId, fix, undo });
    return { ...(await progressOf(deps, call, { id, fix, target, waits: false })), outcome: "undone" };
  }
  const mended = await mendCredential(deps, call, target, fix);
  const progress = await progressOf(deps, call, { id, fix, target, waits: mended === null });
  return { ...progress, undo: mended, ...(await tried(deps, call, target, progress, mended)) };
}

async function targetOf(deps: ApplyFixDeps, call: CallerContext, id: string): Promise<FixTarget> {
  const { passage, explained, mendable } = await seePassage(deps, call.asCaller, id);
  const { credential_id: credentialId, access_point_id: doorId, controller_id: controllerId } = passage;
  const hasFix = mendable !== null && isMendable(explained.reasons.map(({ code }) => code));
  if (!hasFix || credentialId === null || doorId === null || controllerId === null)
    throw new PortalError(gateErrors.fix_gone());
  return { credentialId, doorId, controllerId };
}

async function progressOf(
  deps: ApplyFixDeps,
  call: CallerContext,
  { id, fix, target, waits }: { id: string; fix: ApplyFixRequest["fix_id"]; target: FixTarget; waits: boolean },
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
    next: fixesNow(await seePassage(deps, call.asCaller, id), deps.clock.now()),
    undo: null,
  };
}

async function tried(
  deps: ApplyFixDeps,
  call: CallerContext,
  target: Target & FixTarget,
  { pending }: FixProgress,
  mended: FixUndo | null,
): Promise<Pick<FixProgress, "tried" | "untried">> {
  if (mended !== null || pending.length > 0) return { tried: null, untried: "waiting" };
  return dryRun(deps, call, target);
}
