import { examineController as contract } from "#contract/functions/examine-controller.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { examineController } from "./examine-controller.ts";

export const examineControllerFunction = defineFunction({
  role: "system_admin",
  call: action(contract, examineController),
});
