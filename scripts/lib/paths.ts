import { join } from "node:path";

export const root = join(import.meta.dirname, "..", "..");
/** May be deleted at any time; ignored by git. */
export const cacheFolder = join(root, ".cache");
export const pageFolder = join(root, "dist", "web");

/** Returns the JavaScript file of a tool in node_modules. */
export function tool(path: string): string {
  return join(root, "node_modules", path);
}
