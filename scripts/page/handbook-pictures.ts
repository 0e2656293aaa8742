// Reads the list of the handbook's pictures, which `npm run screenshots -- --handbook` writes beside them.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Below docs/handbok; the built handbook has the same folder. */
export const PICTURES = "bilder";
export const pictureFolder = join(import.meta.dirname, "../../docs/handbok", PICTURES);
export const pictureList = join(pictureFolder, "bilder.json");

const pictureSchema = z.strictObject({
  /** Pixels of the page that the picture shows. */
  width: z.int(),
  height: z.int(),
  /** Texts of the page that can be read in the picture: it is stale when the page no longer has one of them. */
  shows: z.array(z.string()),
});
export type Picture = z.infer<typeof pictureSchema>;

/** Returns the file of a picture in its folder. */
export const pictureFile = (name: string, theme: Theme): string => `${name}-${theme}.webp`;

/** Returns the pictures by their names. */
export function readPictures(): Map<string, Picture> {
  if (!existsSync(pictureList)) return new Map();
  const list = z.record(z.string(), pictureSchema).parse(JSON.parse(readFileSync(pictureList, "utf8")));
  return new Map(Object.entries(list));
}
