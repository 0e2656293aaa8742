import { endUserManager as contract } from "#contract/functions/end-user-manager.ts";
import type { Deps } from "#server/platform/deps.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { type CheckTypedPinDeps, checkTypedPin } from "./check-typed-pin.ts";
import { extendCredentials, undoExtensions } from "./extend-credentials.ts";
import { mailImportedPins } from "./mail-imported-pins.ts";
import { mailPin } from "./mail-pin.ts";
import { removePeople, restorePeople, switchPeople } from "./people-in-bulk.ts";
import { removeEndUser } from "./remove-end-user.ts";
import { type RevealPinDeps, revealPin } from "./reveal-pin.ts";
import { type SubmitDeps, submitEndUser } from "./save-end-user.ts";
import { suggestPin } from "./suggest-pin.ts";

export const endUserManager = defineFunction({
  contract,
  role: "any",
  actions: {
    CREATE: action(contract.CREATE, (deps: SubmitDeps, call, { payload }) =>
      submitEndUser(deps, call, { id: null, payload }),
    ),
    UPDATE: action(
      contract.UPDATE,
      (deps: SubmitDeps, call, { id, payload, seen_at: seenAt, seen_access: seenAccess }) =>
        submitEndUser(deps, call, { id, payload, seenAt, seenAccess }),
    ),
    DELETE: action(contract.DELETE, (deps: SubmitDeps, call, { id }) => removeEndUser(deps, call, id)),
    EXTEND: action(contract.EXTEND, async (deps, call, { credential_ids: ids }) => ({
      results: await extendCredentials(deps, call, ids),
    })),
    UNDO_EXTEND: action(contract.UNDO_EXTEND, async (deps, call, { extensions }) => ({
      results: await undoExtensions(deps, call, extensions),
    })),
    DELETE_MANY: action(contract.DELETE_MANY, (deps: SubmitDeps, call, { ids }) => removePeople(deps, call, ids)),
    UNDO_DELETE: action(contract.UNDO_DELETE, (deps: SubmitDeps, call, { ids }) => restorePeople(deps, call, ids)),
    SWITCH_MANY: action(contract.SWITCH_MANY, switchPeople),
    REVEAL_PIN: action(contract.REVEAL_PIN, async (deps: Deps & RevealPinDeps, call, { credential_id: id }) => ({
      pin: await revealPin(deps, call, id),
    })),
    MAIL_PIN: action(contract.MAIL_PIN, async (deps: Deps & RevealPinDeps, call, { credential_id: id }) => ({
      mail: await mailPin(deps, call, id),
    })),
    MAIL_IMPORTED_PINS: action(contract.MAIL_IMPORTED_PINS, async (deps: Deps & RevealPinDeps, call, input) => ({
      results: await mailImportedPins(deps, call, input),
    })),
    CHECK_PIN: action(contract.CHECK_PIN, (deps: Deps & CheckTypedPinDeps, call, input) =>
      checkTypedPin(deps, call, input),
    ),
    SUGGEST_PIN: action(contract.SUGGEST_PIN, (deps, call, { access_point_ids: ids }) => suggestPin(deps, call, ids)),
  },
});
