// The anchor file keeps the ends of the audit chains outside the database, because truncating a chain leaves no trace inside.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { writeWhole } from "#server/platform/write-whole.ts";
import type { ChainHead } from "./audit-chain.rules.ts";

type ChainKeys = Pick<KeyRing, "chainMac" | "chainMacUnder">;

const FILE = "audit-anchor.json";

const anchorSchema = z.object({
  at: z.iso.datetime(),
  heads: z.array(z.object({ organizationId: z.string().nullable(), seq: z.number().int(), hmac: z.string() })),
  database: z.string().optional(),
  keyId: z.string(),
  mac: z.string(),
});

export interface Anchor {
  at: string;
  heads: ChainHead[];
  /** The database that the ends are of (databaseIdentity). Missing in an anchor of an earlier version. */
  database?: string | undefined;
}

/** Thrown for an anchor file that this portal did not write. */
export class AnchorError extends Error {
  override name = "AnchorError";
}

export const anchorPath = (dataDir: string): string => join(dataDir, FILE);

/**
 * Returns the anchor, or null before the first one. Throws AnchorError when the file was changed or its key is not in the ring: servers
 * renew it within minutes, so no retired key should be left, and an unreadable anchor must not count as none.
 */
export async function readAnchor(dataDir: string, keys: ChainKeys): Promise<Anchor | null> {
  let text: string;
  try {
    text = await readFile(anchorPath(dataDir), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  const parsed = anchorSchema.safeParse(jsonOf(text));
  if (!parsed.success)
    throw new AnchorError(`${anchorPath(dataDir)} is not an anchor of the audit`, { cause: parsed.error });
  const { keyId, mac, ...anchor } = parsed.data;
  const expected = keys.chainMacUnder(keyId, anchorText(anchor));
  if (expected === null)
    throw new AnchorError(`${anchorPath(dataDir)} is under the key ${keyId}, which is not in the key ring`);
  if (expected !== mac) throw new AnchorError(`${anchorPath(dataDir)} was changed`);
  return anchor;
}

/** Writes the anchor; a crash or a power cut leaves the previous one. */
export async function writeAnchor(dataDir: string, keys: ChainKeys, anchor: Anchor): Promise<void> {
  await writeWhole(anchorPath(dataDir), `${JSON.stringify({ ...anchor, ...keys.chainMac(anchorText(anchor)) })}\n`);
}

const anchorText = ({ at, heads, database }: Anchor) =>
  `anchor ${database === undefined ? "1" : `2 ${database}`} ${at} ${JSON.stringify(heads.map(({ organizationId, seq, hmac }) => [organizationId, seq, hmac]))}`;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
