// Runs an import and sends a chunk again when its reply was lost; the import's id makes that idempotent. React and network are passed in.
import { IMPORT_CHUNK_ROWS } from "#contract/limits.ts";
import { BackendError } from "#web/lib/calls/errors.ts";

export type Waiting = "network" | "session" | "server";

export interface ImportProgress {
  done: number;
  failed: FailedRow[];
  /** Current obstacle; the import resumes by itself. */
  waiting: Waiting | null;
}

export interface FailedRow {
  row: number;
  error: string;
}

export const NO_PROGRESS: ImportProgress = { done: 0, failed: [], waiting: null };

export type ImportEnd = { outcome: "done" | "cancelled" } | { outcome: "stopped"; error: BackendError };

type RowResult = FailedRow | { row: number; end_user_id: string };

export interface ImportWork<Row> {
  rows: readonly Row[];
  chunkRows?: number;
  send: (chunk: Row[]) => Promise<RowResult[]>;
  /** Resolves when another attempt is worthwhile, or at once on abort. */
  wait: (reason: Waiting, tries: number, signal: AbortSignal) => Promise<void>;
  onProgress: (progress: ImportProgress) => void;
  /** After an abort the current chunk is still awaited, so that the result is true. */
  signal: AbortSignal;
}

/** Consecutive server failures before giving up. */
const MOST_SERVER_TRIES = 8;

export async function runImport<Row>(work: ImportWork<Row>): Promise<ImportEnd> {
  const { rows, chunkRows = IMPORT_CHUNK_ROWS, send, wait, onProgress, signal } = work;
  const failed: FailedRow[] = [];
  let done = 0;
  let tries = 0;
  while (done < rows.length) {
    if (signal.aborted) return { outcome: "cancelled" };
    const chunk = rows.slice(done, done + chunkRows);
    try {
      for (const result of await send(chunk)) if ("error" in result) failed.push(result);
      done += chunk.length;
      tries = 0;
      onProgress({ done, failed: [...failed], waiting: null });
    } catch (error) {
      if (!(error instanceof BackendError)) throw error;
      tries += 1;
      const reason = waitingFor(error, tries);
      if (reason === null) return { outcome: "stopped", error };
      onProgress({ done, failed: [...failed], waiting: reason });
      await wait(reason, tries, signal);
    }
  }
  return { outcome: "done" };
}

/** Runs an import; returns its last progress, too. */
export async function runTracked<Row>(work: ImportWork<Row>): Promise<{ end: ImportEnd; progress: ImportProgress }> {
  let progress = NO_PROGRESS;
  const onProgress = (next: ImportProgress) => {
    progress = next;
    work.onProgress(next);
  };
  const end = await runImport({ ...work, onProgress });
  return { end, progress };
}

/** Returns what must change before the chunk can succeed; null when nothing will. */
function waitingFor({ status }: BackendError, tries: number): Waiting | null {
  if (status === 0) return "network";
  if (status === 401) return "session";
  if ((status === 429 || status >= 500) && tries < MOST_SERVER_TRIES) return "server";
  return null;
}
