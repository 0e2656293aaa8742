import pg from "pg";

/**
 * Opens a connection of a measurement. Its loss is reported by the next query and does not end the process: a PostgreSQL that is stopped after
 * a failure (57P01) would otherwise be shown in place of the failure.
 */
export async function openClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on("error", () => {});
  await client.connect();
  return client;
}
