// Sends a back-up in pieces and has it restored, with the one-time link of an empty installation.
import {
  type FirstRestoreKeys,
  firstRestoreBegun,
  firstRestorePreview,
  firstRestoreStatus,
  UPLOAD_PIECE_BYTES,
  UPLOAD_PIECE_PATH,
  uploadPieceReply,
} from "#contract/functions/first-restore.ts";
import { FunctionError } from "#web/lib/calls/errors.ts";
import { callFunction, refusal } from "#web/lib/calls/functions.ts";
import { errorTexts } from "#web/texts/errors.sv.ts";

export const readFirstRestore = (token: string, signal: AbortSignal) =>
  callFunction("first-restore/status", firstRestoreStatus, { token }, { signal });

export const previewFirstRestore = (keys: FirstRestoreKeys) =>
  callFunction("first-restore/preview", firstRestorePreview, keys);

/** Queues the restore of the uploaded file, whose end is read from the status. */
export const beginFirstRestore = (keys: FirstRestoreKeys) =>
  callFunction("first-restore/begin", firstRestoreBegun, keys);

export interface Upload {
  token: string;
  file: File;
  signal: AbortSignal;
  onProgress: (bytes: number) => void;
}

/** Sends the file piece by piece. Throws FunctionError, and the signal's reason. */
export async function uploadBackup({ token, file, signal, onProgress }: Upload): Promise<void> {
  for (let offset = 0; offset < file.size || offset === 0; offset += UPLOAD_PIECE_BYTES) {
    const piece = file.slice(offset, offset + UPLOAD_PIECE_BYTES);
    // A server refuses a file of no bytes by its content, like any other that is no back-up.
    const query = new URLSearchParams({ token, offset: String(offset), size: String(Math.max(1, file.size)) });
    const response = await post(`${UPLOAD_PIECE_PATH}?${query.toString()}`, piece, signal);
    const json: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw refusal(response.status, json);
    onProgress(uploadPieceReply.parse(json).received);
  }
}

async function post(address: string, body: Blob, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(address, {
      method: "POST",
      body,
      signal,
      headers: { "Content-Type": "application/octet-stream" },
    });
  } catch (cause) {
    signal.throwIfAborted();
    const unanswered = { code: "network", status: 0, field: undefined, requestId: undefined, cause };
    throw new FunctionError(errorTexts.network, unanswered);
  }
}
