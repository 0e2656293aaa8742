import { passageImage as contract } from "#contract/functions/passage-image.ts";
import { fileOf } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { showPassageImage } from "./show-passage-image.ts";

export const passageImage = defineFunction({
  role: "any",
  call: fileOf(contract, showPassageImage),
});
