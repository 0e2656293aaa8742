import type { VehicleFile } from "./read-vehicle-file.ts";

export interface ReadFile extends VehicleFile {
  fileName: string;
  /** Read again when somebody chooses another encoding, tab or hidden rows. */
  file?: File;
}

/** Tells whether somebody must check the letters before anything of the file is imported. */
export const isInDoubt = ({ text }: ReadFile): boolean => text !== undefined && text.doubt !== null;
