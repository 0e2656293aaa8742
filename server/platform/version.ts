import { readFileSync } from "node:fs";
import { z } from "zod";

const file = z.object({ version: z.string(), supportedUntil: z.iso.date().nullable() });
const release = file.parse(JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")));

/** The portal's version, which package.json holds. */
export const VERSION: string = release.version;

/** Day (YYYY-MM-DD) until which this version gets security updates, which package.json holds; null: the owner has stated none. */
export const SUPPORTED_UNTIL: string | null = release.supportedUntil;
