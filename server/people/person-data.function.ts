import { personData as contract } from "#contract/functions/person-data.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { type ErasureDeps, erasePerson, exportPerson, listErasures } from "./person-data.ts";

export const personData = defineFunction({
  contract,
  role: "any",
  actions: {
    EXPORT: action(contract.EXPORT, async (_deps, { asCaller }, { end_user_id: id }) => ({
      person: await asCaller((client) => exportPerson(client, id)),
    })),
    ERASE: action(contract.ERASE, async (deps: ErasureDeps, { asCaller }, { end_user_id: id }) => ({
      erasure: await erasePerson(deps, asCaller, id),
    })),
    ERASURES: action(contract.ERASURES, async (_deps, { asCaller }) => ({
      erasures: await asCaller(listErasures),
    })),
  },
});
