import { operationsStatus as contract } from "#contract/functions/operations-status.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { readOperations } from "./read-operations.ts";

export const operationsStatus = defineFunction({
  method: "GET",
  role: "system_admin",
  call: action(contract, readOperations),
});
