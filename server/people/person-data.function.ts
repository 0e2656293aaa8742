import { personDataRequest } from "#contract/functions/person-data.ts";
import type { Deps } from "#server/platform/deps.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import type { AwaitDeps } from "#server/reconcile/engine/await-replicas.ts";
import { erasePerson, exportPerson, listErasures } from "./person-data.ts";

export const personData = defineFunction({
  name: "person-data",
  method: "POST",
  role: "any",
  input: personDataRequest,
  handle: async (deps: Deps & AwaitDeps, { input, asCaller }) => {
    switch (input.action) {
      case "EXPORT":
        return { person: await asCaller((client) => exportPerson(client, input.end_user_id)) };
      case "ERASE":
        return { erasure: await erasePerson(deps, asCaller, input.end_user_id) };
      case "ERASURES":
        return { erasures: await asCaller(listErasures) };
    }
  },
});
