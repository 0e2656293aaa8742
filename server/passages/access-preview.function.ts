import { accessPreview as contract } from "#contract/functions/access-preview.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { previewAccess } from "./access-preview.ts";

export const accessPreview = defineFunction({ role: "any", call: action(contract, previewAccess) });
