import type { PoolClient } from "pg";

interface Operation {
  action: string;
  objectType: string | null;
  objectId: string | null;
  organizationId: string | null;
  /** JSON text. */
  after: string | null;
}

/** Inserts an operation. The database adds actor, organisation and origin from the transaction's settings. */
export async function insertOperation(
  client: PoolClient,
  { action, objectType, objectId, organizationId, after }: Operation,
): Promise<void> {
  await client.query("select private.record_event($1, $2, $3, $4, $5)", [
    action,
    objectType,
    objectId,
    organizationId,
    after,
  ]);
}

/** Begins a bulk event: changes later in the transaction are written as parts of it. */
export async function beginBulkEvent(client: PoolClient, event: { id: string; action: string }): Promise<void> {
  await client.query("select private.begin_bulk($1, $2)", [event.id, event.action]);
}
