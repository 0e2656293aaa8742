// The sentence for a refused delete (specification section 8) of controllers, doors and people.
import { errorTexts } from "#web/texts/errors.ts";
import { BackendError } from "./errors.ts";

export interface DeletedThing {
  /** At the beginning of a sentence: "Styrenheten". */
  subject: string;
  /** Inside one: "styrenheten". */
  object: string;
}

/** By the error's code, else by the wording on the wire. */
export function deleteErrorSentence(error: unknown, { subject, object }: DeletedThing): string {
  const said = spoken(error);
  if (/^23|foreign key|violates|constraint/i.test(said)) return errorTexts.linkedResources(subject);
  if (/fetch|network|connection/i.test(said)) return errorTexts.network;
  if (/axis|device/i.test(said)) return errorTexts.axisUnreachable;
  return errorTexts.deleteFailed(object);
}

function spoken(error: unknown): string {
  if (!(error instanceof BackendError)) return error instanceof Error ? error.message : "";
  return `${error.code} ${wireMessage(error.cause)}`;
}

function wireMessage(cause: unknown): string {
  return typeof cause === "object" && cause !== null && "message" in cause ? String(cause.message) : "";
}
