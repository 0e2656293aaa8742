import type { EndUserManagerRequest } from "#contract/functions/end-user-manager.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { type AwaitDeps, awaitReplicas } from "#server/reconcile/await-replicas.ts";
import { endUserFailure } from "./end-user-errors.ts";
import { saveEndUser } from "./save-end-user.ts";
import { suggestPin } from "./suggest-pin.ts";

type Save = Extract<EndUserManagerRequest, { action: "CREATE" | "UPDATE" }>;

export interface SubmitDeps extends Deps, AwaitDeps {}

/** A generated PIN may be taken between proposal and save. */
const GENERATION_TRIES = 3;

export async function submitEndUser(
  deps: SubmitDeps,
  call: CallerContext,
  input: Save,
  triesLeft = GENERATION_TRIES,
): Promise<object> {
  const { pin } = input.payload;
  const generates = pin !== undefined && pin.value === undefined;
  const proposal = generates ? await suggestPin(deps, call, pin.access_point_ids) : null;
  try {
    const saved = await call.asCaller((client, caller) =>
      saveEndUser(
        { client, caller, guard: deps.guard, keys: deps.keys, now: deps.clock.now() },
        {
          id: input.action === "UPDATE" ? input.id : null,
          payload: input.payload,
          generatedPin: proposal?.pin ?? null,
          seenAt: input.action === "UPDATE" ? input.seen_at : undefined,
        },
      ),
    );
    const answer = { end_user_id: saved.endUserId, ...(await awaitReplicas(deps, saved.sourceIds)) };
    return saved.generatedPin === null
      ? answer
      : { ...answer, generated_pin: saved.generatedPin, limited_by: proposal?.limited_by ?? [] };
  } catch (error) {
    const failure = await endUserFailure(deps, call, error);
    if (failure.code === "pin_in_use" && generates && triesLeft > 1)
      return submitEndUser(deps, call, input, triesLeft - 1);
    throw failure;
  }
}
