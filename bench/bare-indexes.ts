// Bulk inserts run several times faster with secondary indexes dropped and rebuilt afterwards.
import type { Client } from "pg";
import { z } from "zod";

const indexRow = z.object({ name: z.string(), definition: z.string() });

/** Runs `works` without the non-key indexes. A failure may leave the database without them. */
export async function withoutIndexes(
  admin: Client,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await admin.query(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     where i.indrelid = any ($1::regclass[]) and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
       and not exists (select from pg_inherits h where h.inhrelid = i.indexrelid)`,
    [tables],
  );
  const indexes = indexRow.array().parse(rows);
  for (const { name } of indexes) await admin.query(`drop index ${name}`);
  await work();
  await admin.query("set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 2");
  for (const { definition } of indexes) await admin.query(definition.replace(" ON ONLY ", " ON "));
  await admin.query("reset maintenance_work_mem; reset max_parallel_maintenance_workers");
}
