// Restores what a test has queued, in a process that the test kills.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { Readable } from "node:stream";
import { pino } from "pino";
import { z } from "zod";
import { systemClock } from "#drivers/clock.ts";
import { makeDueRestore } from "#server/backup/make-due-restore.ts";
import type { TypedRestores } from "#server/backup/typed-keys.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { createPools } from "#server/platform/database/pools.ts";
import { TEST_SECRET_KEY } from "./cluster.ts";

const given = z
  .object({
    adminUrl: z.string(),
    authenticatorUrl: z.string(),
    folder: z.string(),
    key: z.string(),
    /** An uploaded file, by the name of the restore's row. */
    typed: z.object({ name: z.string(), path: z.string(), dataDir: z.string(), secretKey: z.string() }).optional(),
    /** Bytes of a file that can be read; a reader waits for the next one for ever. */
    readable: z.int().optional(),
  })
  .parse(JSON.parse(process.argv[2] ?? ""));
const { readable } = given;
if (readable !== undefined) {
  const { createReadStream } = fs;
  const halting = async function* (path: fs.PathLike) {
    yield* createReadStream(path, { end: readable - 1 });
    await new Promise(() => {});
  };
  Object.assign(fs, { createReadStream: (path: fs.PathLike) => Readable.from(halting(path)) });
  syncBuiltinESMExports();
}
const log = pino({ level: "silent" });
const pools = createPools({ url: given.authenticatorUrl, log });
const { typed } = given;
const dataDir = typed?.dataDir ?? given.folder;
const config = { backupDir: given.folder, dataDir, backupKey: given.key, backupAt: null, backupS3: null };
const uploaded: TypedRestores = new Map();
if (typed !== undefined)
  uploaded.set(typed.name, {
    path: typed.path,
    backupKey: given.key,
    secretKeys: [typed.secretKey],
    places: { dataDir, secretKey: null, backupKey: null },
  });
const deps = { engine: pools.engine, adminUrl: given.adminUrl, config, keys: createKeyRing(TEST_SECRET_KEY) };
await makeDueRestore({ ...deps, typed: uploaded, clock: systemClock, log }, new AbortController().signal);
process.send?.("ended");
setInterval(() => {}, 60_000);
