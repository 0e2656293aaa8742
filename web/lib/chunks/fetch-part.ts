import { BackendError } from "#web/lib/calls/errors.ts";
import { errorTexts } from "#web/texts/errors.sv.ts";

/** Awaits a lazy chunk; a failed fetch becomes a lost connection. */
export async function fetchPart<T>(part: Promise<T>): Promise<T> {
  try {
    return await part;
  } catch (cause) {
    throw new BackendError(errorTexts.network, { code: "network", status: 0, cause });
  }
}
