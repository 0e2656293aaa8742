import { askUnit as contract } from "#contract/functions/ask-unit.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { askUnit } from "./ask-unit.ts";

export const askDoorUnit = defineFunction({ role: "any", call: action(contract, askUnit) });
