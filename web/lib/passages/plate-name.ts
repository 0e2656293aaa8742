import { formatPlate } from "#contract/format-plate.ts";
import { words } from "#web/texts/words.sv.ts";

/** Returns a reading as it is named everywhere: "MLB 84A", or "Oläst skylt". */
export const plateName = (plate: string): string => formatPlate(plate.trim()) || words.unreadPlate;
