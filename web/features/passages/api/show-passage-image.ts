import { useMutation } from "@tanstack/react-query";
import { fetchFile } from "#web/lib/calls/functions.ts";

/** A request of its own each time, as each is noted; the image is kept nowhere and goes with the drawer. */
export function useShowPassageImage() {
  return useMutation({
    gcTime: 0,
    mutationFn: async (id: string) => asAddress(await fetchFile("passage-image", { id })),
  });
}

/** The content security policy knows data: addresses of images and no blob: ones. */
function asAddress(image: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : ""));
  reader.addEventListener("error", () => reject(reader.error ?? new Error("the image could not be read")));
  reader.readAsDataURL(image);
  return promise;
}
