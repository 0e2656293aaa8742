import { errorSentence } from "#web/lib/calls/errors.ts";
import { vehicleImportTexts } from "../texts/vehicle-import.sv.ts";
import { VehicleFileError } from "./read-vehicle-file.ts";

/** Returns why a file could not be read. */
export const fileProblemWords = (error: unknown): string =>
  error instanceof VehicleFileError ? vehicleImportTexts.fileProblems[error.problem] : errorSentence(error);
