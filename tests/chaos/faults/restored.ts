// Restores an older back-up: nothing is sent or opened until an administrator continues, and afterwards no PIN opens a door that it did not
// open before.
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { SupabaseClient } from "@supabase/supabase-js";
import pg from "pg";
import type { ReplyOf } from "#contract/define-action.ts";
import { restoreControl } from "#contract/functions/restore-control.ts";
import { systemClock } from "#drivers/clock.ts";
import { anchorOnConsole } from "#server/audit/audit-console.ts";
import { dumpDatabase } from "#server/backup/dump.ts";
import { loadDatabase } from "#server/backup/load.ts";
import { readBackupFile, writeBackupFile } from "#server/backup/write-file.ts";
import { openPool } from "#tests/support/pool.ts";
import { addPerson } from "../operations/context.ts";
import { until } from "../world/quiet.ts";
import type { World } from "../world/world.ts";
import type { FaultMaker } from "./fault.ts";

/** A worker that is not held compares and writes to its controller within this time. */
const HELD_FOR_MS = 4_000;
const BACKUP_KEY = "a key of back-ups that a campaign has";

export const RESTORE_FAULTS: Readonly<Record<string, FaultMaker>> = {
  restored_older: (world, random) => {
    const path = join(world.folder, `backup-${randomUUID()}`);
    let plate = "";
    return {
      name: "restored_older",
      tampers: true,
      before: async (system) => {
        plate = (await addPerson({ world, system, random })).plate;
        await backUp(world, path);
      },
      afterwards: async () => {
        const before = openings(world);
        await restore(world, path);
        await rm(path);
        const broken = await untilSomebodyGoesOn(world, { before, plate });
        await goOn(world);
        return [...broken, ...(await openedAnew(world, before))];
      },
    };
  },
};

async function backUp({ adminUrl, keys }: World, path: string): Promise<void> {
  const records = dumpDatabase({ adminUrl, secretKeyId: keys.keyId });
  await writeBackupFile(path, { id: randomUUID(), createdAt: new Date(), key: BACKUP_KEY, records });
}

async function restore(world: World, path: string): Promise<void> {
  const { adminUrl, keys, server } = world;
  await server.stop();
  const elsewhere = new URL(adminUrl);
  const name = elsewhere.pathname.slice(1);
  elsewhere.pathname = "/postgres";
  const console_ = new pg.Client({ connectionString: elsewhere.href });
  await console_.connect();
  try {
    await console_.query(`drop database ${pg.escapeIdentifier(name)} with (force)`);
    await console_.query(`create database ${pg.escapeIdentifier(name)} template template0`);
  } finally {
    await console_.end();
  }
  const { header, records } = await readBackupFile(path, BACKUP_KEY);
  await loadDatabase({
    adminUrl,
    authenticatorPassword: keys.derive("database/authenticator"),
    keys,
    backupId: header.id,
    records,
  });
  const engine = openPool({ connectionString: adminUrl, max: 2, options: "-c role=portal_engine" });
  const { said, sound } = await anchorOnConsole({ engine, keys, clock: systemClock, dataDir: server.dataDir });
  await engine.end();
  if (!sound) throw new Error(`the restored audit is not whole: ${said.join("; ")}`);
  await server.start();
}

/** Returns the portal's PINs that open a door somewhere, as "controller door PIN". */
function openings({ fixtures }: World): Set<string> {
  return new Set(
    fixtures.flatMap(({ id, device }) =>
      device
        .credentials()
        .flatMap(({ IdData }) => IdData.find(({ Name }) => Name === "PIN")?.Value ?? [])
        .flatMap((pin) =>
          device.doorTokens.filter((door) => device.wouldOpen(pin, door)).map((door) => `${id} ${door} ${pin}`),
        ),
    ),
  );
}

const writes = ({ fixtures }: World) =>
  JSON.stringify(
    fixtures.map(({ device }) =>
      Object.entries(device.requests.counts()).filter(([operation]) => /:(Set|Remove)/.test(operation)),
    ),
  );

async function untilSomebodyGoesOn(
  world: World,
  { before, plate }: { before: Set<string>; plate: string },
): Promise<string[]> {
  const broken: string[] = [];
  const { device } = world.gate;
  const [written, opened] = [writes(world), device.openings.length];
  const system = await world.client();
  await device.drive(plate);
  await system.functions.invoke("sync-control", { body: { action: "RESUME_ALL" } });
  await wait(HELD_FOR_MS);
  const read = await control(system, { action: "INSPECT" });
  if (!read.controllers.every(({ held, error }) => held && error === null))
    broken.push("a controller was not held, or could not be read, after the restore");
  if (writes(world) !== written) broken.push("a device was written to before anybody went on after the restore");
  if (device.openings.length !== opened) broken.push("a gate opened before anybody went on after the restore");
  const now = openings(world);
  if (now.size !== before.size || [...now].some((one) => !before.has(one)))
    broken.push("doors open otherwise before anybody went on after the restore");
  return broken;
}

async function control(system: SupabaseClient, body: object): Promise<ReplyOf<typeof restoreControl.STATUS>> {
  const { data, error } = await system.functions.invoke<unknown>("restore-control", { body: { ...body } });
  if (error) throw new Error("restore-control", { cause: error });
  return restoreControl.STATUS.reply.parse(data);
}

/** Continues: grants nobody access again and removes objects unknown to the database. */
async function goOn(world: World): Promise<void> {
  const system = await world.client();
  const { controllers } = await control(system, { action: "STATUS" });
  const remove = controllers.flatMap(({ controller_id, items }) =>
    items.flatMap((item) =>
      item.kind === "unknown_to_database" ? [{ controller_id, source_id: item.source_id }] : [],
    ),
  );
  const { data, error } = await system.functions.invoke<unknown>("restore-control", {
    body: { action: "CONFIRM", grant_again: [], remove },
  });
  if (error) throw new Error("restore-control", { cause: error });
  const { still_held } = restoreControl.CONFIRM.reply.parse(data);
  if (still_held.length > 0) throw new Error(`still held after the word to go on: ${still_held.join(", ")}`);
}

/** Checks that PINs without access at the restore still have none when the workers are done. */
async function openedAnew(world: World, before: Set<string>): Promise<string[]> {
  await until(async () => {
    const { rowCount } = await world.admin.query(
      "select from device_sync where pending union all select from controller_sync where restored_at is not null",
    );
    return rowCount === 0;
  });
  return [...openings(world)]
    .filter((one) => !before.has(one))
    .map((one) => `opens after a restore, and did not before: ${one}`);
}
