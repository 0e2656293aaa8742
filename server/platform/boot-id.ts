// Names this process in its leases. Processes of earlier ids of the locked data folder are dead, so their leases end at once.
import { randomUUID } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "./write-whole.ts";

const FILE = "boot-ids";
/** A lease lives for seconds; only the last few processes can have left one. */
const KEPT = 5;

export interface BootIds {
  current: string;
  previous: string[];
}

/** Makes an id for this process. `previous`: the earlier ones of the data folder, whose lock this process must hold. */
export async function takeBootId(dataDir: string): Promise<BootIds> {
  const path = join(dataDir, FILE);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const previous = await readIds(path);
  const current = randomUUID();
  await writeWhole(path, `${[...previous, current].slice(-KEPT).join("\n")}\n`);
  return { current, previous };
}

async function readIds(path: string): Promise<string[]> {
  try {
    return (await readFile(path, "utf8")).split("\n").filter((line) => line !== "");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
