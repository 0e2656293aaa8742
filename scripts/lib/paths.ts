// Where things are in this clone.
import { join } from "node:path";

export const root = join(import.meta.dirname, "..", "..");
/** For what can be made again; ignored by git. */
export const cacheFolder = join(root, ".cache");
export const pageFolder = join(root, "dist", "web");

/** A command-line tool from node_modules, as the JavaScript file to run with our own Node. */
export function tool(path: string): string {
  return join(root, "node_modules", path);
}
