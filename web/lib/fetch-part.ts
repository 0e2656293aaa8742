import { errorTexts } from "#web/texts/errors.ts";
import { BackendError } from "./errors.ts";

/** Waits for a chunk that is fetched only when it is needed; one that cannot be fetched is a lost connection like any other. */
export async function fetchPart<T>(part: Promise<T>): Promise<T> {
  try {
    return await part;
  } catch (cause) {
    throw new BackendError(errorTexts.network, { code: "network", status: 0, cause });
  }
}
