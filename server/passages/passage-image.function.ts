import { passageImageRequest } from "#contract/functions/passage-image.ts";
import { defineFunction, FileReply } from "#server/platform/functions/define-function.ts";
import { type ImageDeps, showPassageImage } from "./show-passage-image.ts";

export const passageImage = defineFunction({
  name: "passage-image",
  method: "POST",
  role: "any",
  input: passageImageRequest,
  handle: async (deps: ImageDeps, { input, ...call }) =>
    new FileReply("image/jpeg", await showPassageImage(deps, call, input.id)),
});
