// Sentences for a refused deletion (docs/requirements.md, section 8) of controllers, doors and people.
import { errorTexts } from "#web/texts/errors.sv.ts";
import { BackendError, FunctionError } from "./errors.ts";

export interface DeletedThing {
  /** The word at the beginning of a sentence: "Styrenheten". */
  subject: string;
  /** The word inside a sentence: "styrenheten". */
  object: string;
}

/**
 * Returns the sentence by the error's code, else by the wording on the wire. A device's code decides before words such as "Check the
 * connection".
 */
export function deleteErrorSentence(error: unknown, { subject, object }: DeletedThing): string {
  const code = error instanceof BackendError ? error.code : "";
  const said = `${code} ${wording(error)}`;
  if (/^23|foreign key|violates|constraint/i.test(said)) return errorTexts.linkedResources(subject);
  if (/axis|device/i.test(code)) return errorTexts.axisUnreachable;
  if (/fetch|network|connection/i.test(said)) return errorTexts.network;
  if (/axis|device/i.test(said)) return errorTexts.axisUnreachable;
  return errorTexts.deleteFailed(object);
}

/** Returns the words: a table call's stand in `message`, a function's in `error`, which is its FunctionError's message. */
function wording(error: unknown): string {
  if (!(error instanceof BackendError) || error instanceof FunctionError)
    return error instanceof Error ? error.message : "";
  const { cause } = error;
  return typeof cause === "object" && cause !== null && "message" in cause ? String(cause.message) : "";
}
