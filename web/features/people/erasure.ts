import type { Erasure } from "#contract/functions/person-data.ts";
import { nameList } from "#web/lib/name-list.ts";
import { privacyTexts as t } from "./texts/privacy.sv.ts";

/** Returns "Alva-Exempelsson-personuppgifter.json": any script, without characters special to a file system. */
export function exportFileName(name: string): string {
  return t.fileName(
    name
      .normalize("NFC")
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join("-") ?? "x",
  );
}

export interface ErasureReported {
  isDone: boolean;
  title: string;
  text: string;
}

/** Returns the toast; `isDone` false while a controller still has to remove something. */
export function erasureReported(
  { replicas_remaining, waiting_for, receipts }: Pick<Erasure, "replicas_remaining" | "waiting_for" | "receipts">,
  name: string,
): ErasureReported {
  if (replicas_remaining > 0)
    return { isDone: false, title: t.erasedWaitsTitle, text: t.erasedWaits(name, nameList(waiting_for)) };
  return { isDone: true, title: t.erasedTitle, text: receipts > 0 ? t.erasedConfirmed(name) : t.erasedNowhere(name) };
}
