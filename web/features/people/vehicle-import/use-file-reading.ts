import { useEffect, useRef } from "react";
import { errorSentence } from "#web/lib/calls/errors.ts";
import { type Act, endToasts, toastFailure } from "#web/ui/toasts/toast.tsx";
import { vehicleImportTexts } from "../texts/vehicle-import.sv.ts";
import type { ReadFile } from "./read-file.ts";
import { type ReadingChoice, readVehicleFile, VehicleFileError } from "./read-vehicle-file.ts";

export interface UploadState {
  step: "upload";
  isReading: boolean;
  problem: string | null;
}

export const UPLOAD: UploadState = { step: "upload", isReading: false, problem: null };

interface FileReadingOptions {
  act: Act;
  show: (state: UploadState) => void;
  onRead: (file: ReadFile, signal: AbortSignal) => Promise<void> | void;
}

/** Reads an import's file, and again in another way. Each piece of an import's work ends the one before. */
export function useFileReading({ act, show, onRead }: FileReadingOptions) {
  const work = useRef<AbortController>(null);
  // After sign-out or navigation nothing more is sent.
  useEffect(() => () => work.current?.abort(), []);

  function begin(): AbortSignal {
    work.current?.abort();
    work.current = new AbortController();
    return work.current.signal;
  }

  /** Reads a file. `choice`: for a file that is read again in another way. */
  async function read(file: File, choice?: ReadingChoice): Promise<void> {
    const signal = begin();
    endToasts(act);
    if (choice === undefined) show({ ...UPLOAD, isReading: true });
    try {
      const found: ReadFile = { fileName: file.name, file, ...(await readVehicleFile(file, choice)) };
      if (!signal.aborted) await onRead(found, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (choice === undefined) show({ ...UPLOAD, problem: fileProblemWords(error) });
      else toastFailure(act, error, { words: fileProblemWords });
    }
  }

  return {
    begin,
    end: () => work.current?.abort(),
    readFile: (file: File) => void read(file),
    /** Reads the file again with another encoding, tab or hidden rows. */
    readAgain: ({ file, text, sheet }: ReadFile, choice: ReadingChoice) => {
      const now = { encoding: text?.used, sheet: sheet?.name ?? undefined, withHidden: sheet?.withHidden };
      if (file !== undefined) void read(file, { ...now, ...choice });
    },
    refuse: (problem: string) => show({ ...UPLOAD, problem }),
  };
}

/** Returns why a file could not be read. */
const fileProblemWords = (error: unknown): string =>
  error instanceof VehicleFileError ? vehicleImportTexts.fileProblems[error.problem] : errorSentence(error);
