import { join } from "node:path";

export const root = join(import.meta.dirname, "..", "..");
/** Disposable; ignored by git. */
export const cacheFolder = join(root, ".cache");
export const pageFolder = join(root, "dist", "web");

/** A tool of node_modules as the JavaScript file to run. */
export function tool(path: string): string {
  return join(root, "node_modules", path);
}
