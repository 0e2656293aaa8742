import { copied } from "#web/lib/clipboard.ts";
import { linkTexts as t } from "#web/texts/links.sv.ts";
import { toastDone, toastError } from "./toast.tsx";

/** Copies the link to an address of this portal. Where the browser refuses, the message has the link itself. */
export async function copyLink(address: string): Promise<void> {
  const link = new URL(address, location.origin).href;
  if (await copied(link)) toastDone("link:copy", t.copied);
  else toastError("link:copy", t.copyFailed(link));
}
