import pg from "pg";

export async function recordBackup(
  adminUrl: string,
  backup: { id: string; fileName: string; takenAt: string; bytes: number; rows: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, options: "-c role=portal_engine" });
  await client.connect();
  try {
    await client.query(
      `insert into public.backups (id, taken_at, finished_at, verified_at, file_name, bytes, row_count)
       values ($1, $2, now(), now(), $3, $4, $5)`,
      [backup.id, backup.takenAt, backup.fileName.slice(-255), backup.bytes, backup.rows],
    );
  } finally {
    await client.end();
  }
}
