import { accessGroups as contract } from "#contract/functions/access-groups.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { listGroups, removeAccessGroup, saveAccessGroup, setDefault, setMembers } from "./access-groups.ts";

export const accessGroups = defineFunction({
  contract,
  role: "any",
  actions: {
    LIST: action(contract.LIST, async (deps, call, { organization_id: organizationId }) => ({
      groups: await listGroups(deps, call, organizationId),
    })),
    SAVE: action(contract.SAVE, async (deps, call, group) => ({ id: await saveAccessGroup(deps, call, group) })),
    REMOVE: action(contract.REMOVE, removeAccessGroup),
    SET_DEFAULT: action(contract.SET_DEFAULT, setDefault),
    SET_MEMBERS: action(contract.SET_MEMBERS, setMembers),
  },
});
