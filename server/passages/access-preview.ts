// Runs a save in a transaction, compares access before and after it, and rolls back. The save's own code runs, so all its rules hold; only
// its commits are savepoints, and no device is awaited.
import { DatabaseError, type PoolClient } from "pg";
import { peopleErrors } from "#contract/errors/people.ts";
import type { AccessPreview, PreviewRequest } from "#contract/functions/access-preview.ts";
import { PREVIEWS_PER_MINUTE } from "#contract/limits.ts";
import type { AuthService } from "#server/auth/auth-service.ts";
import { type ComparedPins, comparedPins, keepComparedPins } from "#server/people/compared-pins.ts";
import { endUserFailure } from "#server/people/end-user-errors.ts";
import { isChargeDue, isPinCollision, PinAttemptsUsedUpError } from "#server/people/pin-attempts.ts";
import type { Caller } from "#server/platform/database/as-user.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { ActionCall } from "#server/platform/functions/action.ts";
import { type AsCaller, requireAdmission } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { previewOf } from "./access-preview.rules.ts";
import { atSavepoint, countWaiting, keepAccess, readDifference, settle, waitBriefly } from "./access-preview.store.ts";
import { type PreviewedSave, previewedSave } from "./previewed-saves.ts";

export interface PreviewDeps extends Deps {
  auth: Pick<AuthService, "limiter">;
}

/** Number of times that a preview tries again while somebody else has locked the rows. */
const BUSY_TRIES = 40;
const MINUTE_SECONDS = 60;

/** Throws the refusals of the save, and PortalError 429 `rate_limited`. */
export async function previewAccess(
  deps: PreviewDeps,
  call: ActionCall,
  request: PreviewRequest,
): Promise<AccessPreview> {
  await requireAdmission(call);
  const key = `access-preview:${call.claims.sub}`;
  if (!(await deps.auth.limiter.consume({ key, allowed: PREVIEWS_PER_MINUTE, windowSeconds: MINUTE_SECONDS })))
    throw new PortalError(peopleErrors.previews_used_up({ limit: PREVIEWS_PER_MINUTE }));
  const { preview, compared } = await previewed(deps, call, { request, tries: BUSY_TRIES });
  if (compared !== null) await keepComparedPins(deps, call, compared);
  return preview;
}

/** Carries an answer out of its transaction, which is rolled back. */
class PreviewedError extends Error {
  override name = "PreviewedError";
  readonly preview: AccessPreview;
  readonly compared: ComparedPins | null;

  constructor(preview: AccessPreview, compared: ComparedPins | null) {
    super("a preview is rolled back");
    this.preview = preview;
    this.compared = compared;
  }
}

async function previewed(
  deps: PreviewDeps,
  call: ActionCall,
  { request, tries }: { request: PreviewRequest; tries: number },
): Promise<PreviewedError> {
  // Keeps the refusal in the save's words. The transaction itself ends with the database's error, which may ask for a charge.
  let refusal: PortalError | null = null;
  try {
    return await call.asCaller(async (client, caller) => {
      refusal = null;
      const parts = new Parts(client, caller);
      try {
        throw await rehearsed(deps, call, { request, parts });
      } catch (error) {
        if (error instanceof PreviewedError) throw error;
        if (error instanceof PortalError) refusal = error;
        throw parts.cause ?? error;
      }
    });
  } catch (error) {
    if (error instanceof PreviewedError) return error;
    if (isLockTimeout(error)) {
      if (tries > 1) return previewed(deps, call, { request, tries: tries - 1 });
      throw new PortalError(peopleErrors.preview_busy(), { cause: error });
    }
    if (error instanceof PinAttemptsUsedUpError && request.call === "end-user-manager")
      throw new PinAttemptsUsedUpError("pin.value");
    throw refusal ?? error;
  }
}

const isLockTimeout = (error: unknown): boolean => error instanceof DatabaseError && error.code === "55P03";

interface Rehearsal {
  request: PreviewRequest;
  parts: Parts;
}

async function rehearsed(deps: PreviewDeps, call: ActionCall, { request, parts }: Rehearsal): Promise<PreviewedError> {
  const { client, caller } = parts;
  await waitBriefly(client);
  const save = await previewedSave({ client, caller, guard: deps.guard }, request);
  parts.settles = !save.inParts;
  const waited = save.group === null ? 0 : await countWaiting(client, save.group);
  await keepAccess(client, save.before);
  const after = await runSave(deps, { ...call, asCaller: parts.asCaller, isPreview: true }, save);
  // A refusal of one part is reported by the save beside the other parts. A charge or a deadlock repeats the whole preview.
  if (parts.cause !== null && mustRepeat(parts.cause)) throw parts.cause;
  parts.cause = null;
  if (save.inParts)
    try {
      await parts.settled();
    } catch (error) {
      throw await endUserFailure(deps, { ...call, asCaller: parts.asCaller }, error);
    }
  const waiting = save.group === null ? 0 : Math.max(0, (await countWaiting(client, save.group)) - waited);
  const preview = previewOf(await readDifference(client, after), waiting);
  const people = [...new Set([...(save.before.people ?? []), ...(after.people ?? [])])];
  return new PreviewedError(preview, await comparedPins(client, people));
}

/** Runs the save without awaiting devices: nothing will be written to them. */
function runSave(deps: PreviewDeps, call: ActionCall, save: PreviewedSave) {
  return save.run({ ...deps, sync: { waitForSources: async () => [] } }, call);
}

const DEADLOCKS: ReadonlySet<string | undefined> = new Set(["40P01", "40001"]);
const mustRepeat = (error: unknown): boolean =>
  isChargeDue(error) || isLockTimeout(error) || (error instanceof DatabaseError && DEADLOCKS.has(error.code));

/** Runs what the save does as its caller, each time at a savepoint of one transaction. */
class Parts {
  readonly client: PoolClient;
  readonly caller: Caller;
  /** The database's error behind a refusal. It shows whether a charge for typed PINs is due, or a repetition. */
  cause: unknown = null;
  /** True when each part ends as with a commit. */
  settles = true;

  constructor(client: PoolClient, caller: Caller) {
    this.client = client;
    this.caller = caller;
  }

  readonly asCaller: AsCaller = (work) =>
    this.#noted(async () => {
      const result = await work(this.client, this.caller);
      if (this.settles) await settle(this.client);
      return result;
    });

  /** Settles all parts at once. */
  settled(): Promise<void> {
    return this.#noted(() => settle(this.client));
  }

  async #noted<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await atSavepoint(this.client, work);
    } catch (error) {
      if (mustRepeat(error) || isPinCollision(error)) this.cause = error;
      throw error;
    }
  }
}
