// Files that must survive a crash and a power cut whole: keys, and notes about the database.
import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";

/** Replaces a file of the portal's own account: a crash or a power cut leaves the former content or the new one. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const draft = await writeDraft(path, text);
  try {
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Writes an owner-only file beside `path`, waits until the disk has it, and returns its path. */
export async function writeDraft(path: string, text: string): Promise<string> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await using file = await open(draft, "wx", 0o600);
  await file.writeFile(text);
  await file.sync();
  return draft;
}
