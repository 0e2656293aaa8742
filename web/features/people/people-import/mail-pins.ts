// Mails the PINs of an import, a chunk at a time. The call is a parameter.
import type { ImportedPinMail } from "#contract/functions/end-user-manager.ts";
import { IMPORT_PIN_MAILS_CHUNK } from "#contract/limits.ts";

export type PinMails = ReadonlyMap<string, ImportedPinMail>;

/** Sends chunks in turn; `onResults` gets all results so far, also those before a chunk that fails. Throws what `send` throws. */
export async function mailInChunks(
  ids: readonly string[],
  send: (ids: string[]) => Promise<ImportedPinMail[]>,
  onResults: (results: PinMails) => void,
): Promise<void> {
  const results = new Map<string, ImportedPinMail>();
  for (let at = 0; at < ids.length; at += IMPORT_PIN_MAILS_CHUNK) {
    for (const result of await send(ids.slice(at, at + IMPORT_PIN_MAILS_CHUNK)))
      results.set(result.end_user_id, result);
    onResults(new Map(results));
  }
}

/** Returns how many people have each outcome. */
export function outcomeCounts(results: PinMails): Record<ImportedPinMail["outcome"], number> {
  const counts = { sent: 0, queued: 0, repeated: 0, refused: 0 };
  for (const { outcome } of results.values()) counts[outcome] += 1;
  return counts;
}
