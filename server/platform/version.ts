import { readFileSync } from "node:fs";
import { z } from "zod";

const file = z.object({ version: z.string() });

/** The portal's version, which package.json holds. */
export const VERSION: string = file.parse(
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")),
).version;
