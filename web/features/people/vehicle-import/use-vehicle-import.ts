import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ColumnReading, readColumns } from "#contract/vehicle-columns.ts";
import { type ChosenLayout, VEHICLE_FILE_FIELDS } from "#contract/vehicle-csv.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { endToasts, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { vehicleImportTexts as texts } from "../texts/vehicle-import.sv.ts";
import { useJoiningGroup } from "../use-joining-group.ts";
import { checkPlates } from "./api/check-plates.ts";
import { importChunk } from "./api/import-chunk.ts";
import { importOf } from "./import-act.ts";
import { chosenVehicles, makePreview, type Preview } from "./preview.ts";
import type { ReadFile } from "./read-file.ts";
import { type ImportEnd, type ImportProgress, NO_PROGRESS, runTracked } from "./run-import.ts";
import { UPLOAD, type UploadState, useFileReading } from "./use-file-reading.ts";
import { waitFor } from "./wait-for.ts";

export type ImportState =
  | UploadState
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

/** Runs the import. `onComplete`: every vehicle is imported. */
export function useVehicleImport(onComplete: (importId: string) => void) {
  const client = useQueryClient();
  const joined = useJoiningGroup(useSignedIn().organizationId ?? "");
  const [state, setState] = useState<ImportState>(UPLOAD);
  const reading = useFileReading({ act: READ, show: setState, onRead: showFile });

  async function showFile(file: ReadFile, signal: AbortSignal): Promise<void> {
    const columns = readColumns(file.lines, VEHICLE_FILE_FIELDS);
    if (columns.isRecognised) await showPreview(file, undefined, signal);
    else setState({ step: "columns", file, reading: columns, isReading: false });
  }

  async function showPreview(file: ReadFile, layout: ChosenLayout | undefined, signal: AbortSignal): Promise<void> {
    const made = await makePreview(file, layout, (plates) => checkPlates(plates, signal));
    if (!signal.aborted) setState({ step: "preview", file, preview: made, leaveOut: false, isRight: false });
  }

  async function chooseColumns(file: ReadFile, columns: ColumnReading, layout: ChosenLayout): Promise<void> {
    const signal = reading.begin();
    endToasts(READ);
    setState({ step: "columns", file, reading: columns, isReading: true });
    try {
      await showPreview(file, layout, signal);
    } catch (error) {
      if (signal.aborted) return;
      toastFailure(READ, error);
      setState({ step: "columns", file, reading: columns, isReading: false });
    }
  }

  async function start({ file, preview, leaveOut }: ToImport): Promise<void> {
    const signal = reading.begin();
    const rows = chosenVehicles(preview, leaveOut);
    const total = rows.length;
    const importId = crypto.randomUUID();
    const groupIds = joined.joining === null ? [] : [joined.joining.id];
    setState({ step: "importing", file, preview, total, progress: NO_PROGRESS, isCancelling: false });
    const { end, progress } = await runTracked({
      rows,
      signal,
      send: (chunk) => importChunk({ importId, total, groupIds }, chunk),
      wait: waitFor,
      onProgress: (next) => setState((now) => (now.step === "importing" ? { ...now, progress: next } : now)),
    });
    void client.invalidateQueries();
    if (end.outcome === "stopped" && progress.done === 0) {
      toastFailure(importOf(importId), end.error);
      setState({ step: "preview", file, preview, leaveOut, isRight: true });
    } else if (end.outcome === "done" && progress.failed.length === 0) {
      toastSuccess(importOf(importId), texts.doneText(formatNumber(total)), { title: texts.doneTitle });
      onComplete(importId);
    } else setState({ step: "result", preview, total, progress, end });
  }

  return {
    state,
    joined,
    readFile: reading.readFile,
    readAgain: reading.readAgain,
    refuse: reading.refuse,
    reset: () => {
      reading.begin();
      setState(UPLOAD);
    },
    setRight: (isRight: boolean) => setState((now) => (now.step === "preview" ? { ...now, isRight } : now)),
    setLeaveOut: (leaveOut: boolean) => setState((now) => (now.step === "preview" ? { ...now, leaveOut } : now)),
    /** Shows the chosen or estimated columns, so that they can be changed. */
    askForColumns: ({ file, preview: { layout } }: Pick<ToImport, "file" | "preview">) =>
      setState({ step: "columns", file, reading: columnsOf(file, layout), isReading: false }),
    chooseColumns: (file: ReadFile, columns: ColumnReading, layout: ChosenLayout) =>
      void chooseColumns(file, columns, layout),
    start: (chosen: ToImport) => void start(chosen),
    cancel: () => {
      reading.end();
      setState((now) => (now.step === "importing" ? { ...now, isCancelling: true } : now));
    },
  };
}

/** Returns the file's columns as they were chosen, else as they are estimated. */
function columnsOf({ lines }: ReadFile, layout: ChosenLayout | undefined): ColumnReading {
  const reading = readColumns(lines, VEHICLE_FILE_FIELDS);
  return layout === undefined ? reading : { ...reading, estimate: layout.columns, hasHeader: layout.hasHeader };
}
