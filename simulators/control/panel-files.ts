// Serves the panel's files. Browsers revalidate them by entity tag, so that changes after a restart show at once.
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { extname } from "node:path";

const FOLDER = new URL("../panel/", import.meta.url);

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** A fixed list, so no address leads out of the folder. */
const FILES = new Map(
  globSync(
    Object.keys(TYPES).map((ending) => `**/*${ending}`),
    { cwd: FOLDER },
  ).map((file) => {
    const path = file.replaceAll("\\", "/");
    return [path === "panel.html" ? "/" : `/${path}`, path];
  }),
);

export interface PanelFile {
  text: string;
  type: string;
  etag: string;
}

/** Returns one of the panel's files; null for any other path. */
export function panelFile(pathname: string): PanelFile | null {
  const file = FILES.get(pathname);
  const type = file === undefined ? undefined : TYPES[extname(file)];
  if (file === undefined || type === undefined) return null;
  const text = readFileSync(new URL(file, FOLDER), "utf8");
  return { text, type, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
}
