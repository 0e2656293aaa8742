import { peopleImport as contract } from "#contract/functions/people-import.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { checkPeople, importPeople } from "./import-people.ts";
import { suggestPinsOfImport } from "./suggest-pin.ts";

export const peopleImport = defineFunction({
  contract,
  role: "any",
  actions: {
    IMPORT: action(contract.IMPORT, async (deps, call, input) => ({ results: await importPeople(deps, call, input) })),
    CHECK_PEOPLE: action(contract.CHECK_PEOPLE, ({ guard }, { asCaller }, input) =>
      asCaller(async (client, caller) => ({ existing: await checkPeople({ client, caller, guard }, input) })),
    ),
    SUGGEST_PINS: action(contract.SUGGEST_PINS, suggestPinsOfImport),
  },
});
