import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type ColumnReading, readColumns } from "#contract/vehicle-columns.ts";
import { type ChosenLayout, VEHICLE_FILE_FIELDS } from "#contract/vehicle-csv.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { endToasts, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { vehicleImportTexts as texts } from "../texts/vehicle-import.sv.ts";
import { checkPlates } from "./api/check-plates.ts";
import { importChunk } from "./api/import-chunk.ts";
import { fileProblemWords } from "./file-problem.ts";
import { importOf } from "./import-act.ts";
import { chosenVehicles, makePreview, type Preview } from "./preview.ts";
import type { ReadFile } from "./read-file.ts";
import { type ReadingChoice, readVehicleFile } from "./read-vehicle-file.ts";
import { type ImportEnd, type ImportProgress, runImport } from "./run-import.ts";
import { waitFor } from "./wait-for.ts";

export type ImportState =
  | { step: "upload"; isReading: boolean; problem: string | null }
  /** The file's columns are chosen by hand: they were not recognised, or somebody asked for it. */
  | { step: "columns"; file: ReadFile; reading: ColumnReading; isReading: boolean }
  /** `isRight`: somebody has checked the decoded text and confirmed it. */
  | { step: "preview"; file: ReadFile; preview: Preview; leaveOut: boolean; isRight: boolean }
  | {
      step: "importing";
      file: ReadFile;
      preview: Preview;
      total: number;
      progress: ImportProgress;
      isCancelling: boolean;
    }
  | { step: "result"; preview: Preview; total: number; progress: ImportProgress; end: ImportEnd };

interface ToImport {
  file: ReadFile;
  preview: Preview;
  leaveOut: boolean;
}

const READ = "vehicle-file:read";
const START: ImportState = { step: "upload", isReading: false, problem: null };

/** Runs the import. `onComplete`: every vehicle is imported. */
export function useVehicleImport(onComplete: (importId: string) => void) {
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

  /** Reads a file. `choice`: for a file that is read again in another way. */
  async function readFile(file: File, choice?: ReadingChoice): Promise<void> {
    const signal = begin();
    endToasts(READ);
    if (choice === undefined) setState({ step: "upload", isReading: true, problem: null });
    try {
      const read: ReadFile = { fileName: file.name, file, ...(await readVehicleFile(file, choice)) };
      const reading = readColumns(read.lines, VEHICLE_FILE_FIELDS);
      if (signal.aborted) return;
      if (!reading.isRecognised) setState({ step: "columns", file: read, reading, isReading: false });
      else await showPreview(read, undefined, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (choice === undefined) setState({ step: "upload", isReading: false, problem: fileProblemWords(error) });
      else toastFailure(READ, error, { words: fileProblemWords });
    }
  }

  async function showPreview(file: ReadFile, layout: ChosenLayout | undefined, signal: AbortSignal): Promise<void> {
    const made = await makePreview(file, layout, (plates) => checkPlates(plates, signal));
    if (!signal.aborted) setState({ step: "preview", file, preview: made, leaveOut: false, isRight: false });
  }

  async function chooseColumns(file: ReadFile, reading: ColumnReading, layout: ChosenLayout): Promise<void> {
    const signal = begin();
    endToasts(READ);
    setState({ step: "columns", file, reading, isReading: true });
    try {
      await showPreview(file, layout, signal);
    } catch (error) {
      if (signal.aborted) return;
      toastFailure(READ, error);
      setState({ step: "columns", file, reading, isReading: false });
    }
  }

  async function start({ file, preview, leaveOut }: ToImport): Promise<void> {
    const signal = begin();
    const rows = chosenVehicles(preview, leaveOut);
    const total = rows.length;
    const importId = crypto.randomUUID();
    const act = importOf(importId);
    let progress: ImportProgress = { done: 0, failed: [], waiting: null };
    setState({ step: "importing", file, preview, total, progress, isCancelling: false });
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
      toastFailure(act, end.error);
      setState({ step: "preview", file, preview, leaveOut, isRight: true });
    } else if (end.outcome === "done" && progress.failed.length === 0) {
      toastSuccess(act, texts.doneText(formatNumber(total)), { title: texts.doneTitle });
      onComplete(importId);
    } else setState({ step: "result", preview, total, progress, end });
  }

  return {
    state,
    readFile: (file: File) => void readFile(file),
    /** Reads it again with another encoding, tab or hidden rows. */
    readAgain: ({ file, ...read }: ReadFile, choice: ReadingChoice) => {
      const now = {
        encoding: read.text?.used,
        sheet: read.sheet?.name ?? undefined,
        withHidden: read.sheet?.withHidden,
      };
      if (file !== undefined) void readFile(file, { ...now, ...choice });
    },
    refuse: (problem: string) => setState({ step: "upload", isReading: false, problem }),
    reset: () => {
      begin();
      setState(START);
    },
    setRight: (isRight: boolean) => setState((now) => (now.step === "preview" ? { ...now, isRight } : now)),
    setLeaveOut: (leaveOut: boolean) => setState((now) => (now.step === "preview" ? { ...now, leaveOut } : now)),
    /** Shows the chosen or estimated columns, so that they can be changed. */
    askForColumns: ({ file, preview: { layout } }: Pick<ToImport, "file" | "preview">) => {
      const reading = readColumns(file.lines, VEHICLE_FILE_FIELDS);
      const asChosen =
        layout === undefined ? reading : { ...reading, estimate: layout.columns, hasHeader: layout.hasHeader };
      setState({ step: "columns", file, reading: asChosen, isReading: false });
    },
    chooseColumns: (file: ReadFile, reading: ColumnReading, layout: ChosenLayout) =>
      void chooseColumns(file, reading, layout),
    start: (chosen: ToImport) => void start(chosen),
    cancel: () => {
      work.current?.abort();
      setState((now) => (now.step === "importing" ? { ...now, isCancelling: true } : now));
    },
  };
}
