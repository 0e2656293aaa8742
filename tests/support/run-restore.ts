// Restores what a test has queued, in a process that the test kills.
import { pino } from "pino";
import { z } from "zod";
import { systemClock } from "#drivers/clock.ts";
import { makeDueRestore } from "#server/backup/make-due-restore.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { createPools } from "#server/platform/database/pools.ts";
import { TEST_SECRET_KEY } from "./cluster.ts";

const given = z
  .object({ adminUrl: z.string(), authenticatorUrl: z.string(), folder: z.string(), key: z.string() })
  .parse(JSON.parse(process.argv[2] ?? ""));
const log = pino({ level: "silent" });
const pools = createPools({ url: given.authenticatorUrl, log });
const config = { backupDir: given.folder, dataDir: given.folder, backupKey: given.key, backupAt: null };
const deps = { engine: pools.engine, adminUrl: given.adminUrl, config, keys: createKeyRing(TEST_SECRET_KEY) };
await makeDueRestore({ ...deps, clock: systemClock, log }, new AbortController().signal);
process.send?.("ended");
setInterval(() => {}, 60_000);
