import { useMutation } from "@tanstack/react-query";
import { passageImage } from "#contract/functions/passage-image.ts";
import { fetchFile } from "#web/lib/calls/functions.ts";

/** Requests the image at every look, since each request is audited. The image is stored nowhere and goes with the drawer. */
export function useShowPassageImage() {
  return useMutation({
    gcTime: 0,
    mutationFn: async (id: string) => asAddress(await fetchFile(passageImage, { id })),
  });
}

/** Returns a data: address, which the content security policy allows for images; it allows no blob: ones. */
function asAddress(image: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : ""));
  reader.addEventListener("error", () => reject(reader.error ?? new Error("the image could not be read")));
  reader.readAsDataURL(image);
  return promise;
}
