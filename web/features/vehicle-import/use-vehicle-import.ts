import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { NumberedVehicle } from "#contract/vehicle-csv.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { errorSentence } from "#web/lib/errors.ts";
import { vehicleImportTexts as texts } from "#web/texts/vehicle-import.ts";
import { toastError, toastSuccess } from "#web/ui/toast.tsx";
import { checkPlates } from "./api/check-plates.ts";
import { importChunk } from "./api/import-chunk.ts";
import { makePreview, type Preview } from "./preview.ts";
import { readVehicleFile, VehicleFileError } from "./read-vehicle-file.ts";
import { type ImportEnd, type ImportProgress, runImport } from "./run-import.ts";
import { waitFor } from "./wait-for.ts";

export type ImportState =
  | { step: "upload"; isReading: boolean; problem: string | null }
  | { step: "preview"; preview: Preview; leaveOut: boolean }
  | { step: "importing"; preview: Preview; total: number; progress: ImportProgress; isCancelling: boolean }
  | { step: "result"; preview: Preview; total: number; progress: ImportProgress; end: ImportEnd };

const START: ImportState = { step: "upload", isReading: false, problem: null };

export function chosenVehicles(preview: Preview, leaveOut: boolean): NumberedVehicle[] {
  return leaveOut ? preview.vehicles.filter((vehicle) => vehicle.status === "new") : preview.vehicles;
}

/** `onComplete`: every vehicle is imported. */
export function useVehicleImport(onComplete: (imported: number) => void) {
  const client = useQueryClient();
  const [state, setState] = useState<ImportState>(START);
  const work = useRef<AbortController>(null);
  // After sign-out or navigation nothing more is sent.
  useEffect(() => () => work.current?.abort(), []);

  function begin(): AbortSignal {
    work.current?.abort();
    work.current = new AbortController();
    return work.current.signal;
  }

  async function readFile(file: File): Promise<void> {
    const signal = begin();
    setState({ step: "upload", isReading: true, problem: null });
    try {
      const lines = await readVehicleFile(file);
      const preview = await makePreview(file.name, lines, (plates) => checkPlates(plates, signal));
      if (!signal.aborted) setState({ step: "preview", preview, leaveOut: false });
    } catch (error) {
      if (signal.aborted) return;
      const problem = error instanceof VehicleFileError ? texts.fileProblems[error.problem] : errorSentence(error);
      setState({ step: "upload", isReading: false, problem });
    }
  }

  async function start(preview: Preview, leaveOut: boolean): Promise<void> {
    const signal = begin();
    const rows = chosenVehicles(preview, leaveOut);
    const total = rows.length;
    const importId = crypto.randomUUID();
    let progress: ImportProgress = { done: 0, failed: [], waiting: null };
    setState({ step: "importing", preview, total, progress, isCancelling: false });
    const end = await runImport({
      rows,
      signal,
      send: (chunk) => importChunk(importId, total, chunk),
      wait: waitFor,
      onProgress: (next) => {
        progress = next;
        setState((now) => (now.step === "importing" ? { ...now, progress: next } : now));
      },
    });
    void client.invalidateQueries();
    if (end.outcome === "stopped" && progress.done === 0) {
      toastError(end.error.message);
      setState({ step: "preview", preview, leaveOut });
    } else if (end.outcome === "done" && progress.failed.length === 0) {
      toastSuccess(texts.doneText(formatNumber(total)), { title: texts.doneTitle });
      onComplete(total);
    } else setState({ step: "result", preview, total, progress, end });
  }

  return {
    state,
    readFile: (file: File) => void readFile(file),
    refuse: (problem: string) => setState({ step: "upload", isReading: false, problem }),
    reset: () => {
      begin();
      setState(START);
    },
    setLeaveOut: (leaveOut: boolean) => setState((now) => (now.step === "preview" ? { ...now, leaveOut } : now)),
    start: (preview: Preview, leaveOut: boolean) => void start(preview, leaveOut),
    cancel: () => {
      work.current?.abort();
      setState((now) => (now.step === "importing" ? { ...now, isCancelling: true } : now));
    },
  };
}
