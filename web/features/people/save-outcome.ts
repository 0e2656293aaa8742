import { BackendError } from "#web/lib/calls/errors.ts";
import { errorTexts } from "#web/texts/errors.sv.ts";
import { personDialogTexts } from "./texts/person-dialog.sv.ts";

/** Returns the sentence, only where nothing was removed (docs/requirements.md, section 8): a change that waits for a device is no failure. */
export function deleteFailure(error: unknown): string {
  if (!(error instanceof BackendError)) return personDialogTexts.deleteFailed;
  if (error.code === "network") return errorTexts.network;
  if (error.code === "23503" || error.code === "conflict") return personDialogTexts.deleteLinked;
  if (error.code === "device_unreachable") return personDialogTexts.deleteDevice;
  if (error.code.startsWith("device_")) return personDialogTexts.deleteRefused(error.message);
  if (error.code === "internal" || error.code === "unexpected" || error.code === "bad_reply")
    return personDialogTexts.deleteFailed;
  return error.message;
}
