import { endUserManagerRequest } from "#contract/functions/end-user-manager.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { type CheckTypedPinDeps, checkTypedPin } from "./check-typed-pin.ts";
import { extendCredentials, undoExtensions } from "./extend-credentials.ts";
import { mailPin } from "./mail-pin.ts";
import { removePeople, switchPeople } from "./people-in-bulk.ts";
import { removeEndUser } from "./remove-end-user.ts";
import { type RevealPinDeps, revealPin } from "./reveal-pin.ts";
import { type SubmitDeps, submitEndUser } from "./save-end-user.ts";
import { suggestPin } from "./suggest-pin.ts";

export const endUserManager = defineFunction({
  name: "end-user-manager",
  method: "POST",
  role: "any",
  input: endUserManagerRequest,
  handle: async (deps: SubmitDeps & RevealPinDeps & CheckTypedPinDeps, { input, ...call }) => {
    switch (input.action) {
      case "CREATE":
      case "UPDATE":
        return submitEndUser(deps, call, input);
      case "DELETE":
        return removeEndUser(deps, call, input.id);
      case "EXTEND":
        return { results: await extendCredentials(deps, call, input.credential_ids) };
      case "UNDO_EXTEND":
        return { results: await undoExtensions(deps, call, input.extensions) };
      case "DELETE_MANY":
        return removePeople(deps, call, input.ids);
      case "SWITCH_MANY":
        return switchPeople(deps, call, {
          ids: input.ids,
          enabled: input.enabled,
          credentialIds: input.credential_ids,
        });
      case "REVEAL_PIN":
        return { pin: await revealPin(deps, call, input.credential_id) };
      case "CHECK_PIN":
        await checkTypedPin(deps, call, input);
        return {};
      case "MAIL_PIN":
        return { mail: await mailPin(deps, call, input.credential_id) };
      case "SUGGEST_PIN":
        return await suggestPin(deps, call, input.access_point_ids);
    }
  },
});
