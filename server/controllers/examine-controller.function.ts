import { examineControllerRequest } from "#contract/functions/examine-controller.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { type ExamineDeps, examineController } from "./examine-controller.ts";

export const examineControllerFunction = defineFunction({
  name: "examine-controller",
  method: "POST",
  role: "system_admin",
  input: examineControllerRequest,
  handle: (deps: ExamineDeps, { input, language, ...call }) =>
    examineController(deps, call, { id: input.controller_id, language }),
});
