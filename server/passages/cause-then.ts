// The cause of a refusal that *varför* names first, for texts that the portal sends by itself.
import type { PoolClient } from "pg";
import type { PassageCause, PassageSource } from "#contract/functions/explain-passage.ts";
import { explainGate } from "./explain-gate.rules.ts";
import { gateFacts } from "./explain-gate.ts";
import { explainPassage } from "./explain-passage.rules.ts";
import { doorFacts } from "./explain-passage.ts";
import { readGateFacts, readGatePassage } from "./gate-passages.store.ts";
import { readAccessEvent, readPassageFacts } from "./passages.store.ts";

/** Reads as portal_engine, within one organisation. Returns null for a passage that is gone or was let in. */
export async function causeThen(
  client: PoolClient,
  { source, id }: { source: PassageSource; id: string },
  organizationId: string,
): Promise<PassageCause | null> {
  const explained =
    source === "door" ? await doorThen(client, id, organizationId) : await gateThen(client, id, organizationId);
  return explained?.reasons[0]?.code ?? null;
}

async function doorThen(client: PoolClient, id: string, organizationId: string) {
  const passage = await readAccessEvent(client, id, organizationId);
  return passage && explainPassage(doorFacts(passage, await readPassageFacts(client, passage)));
}

async function gateThen(client: PoolClient, id: string, organizationId: string) {
  const passage = await readGatePassage(client, id, organizationId);
  if (passage === null) return null;
  const { detected_at: occurred_at, exact_at, controller_id, credential_id } = passage;
  const plate = await readPassageFacts(client, {
    occurred_at,
    exact_at,
    controller_id,
    credential_id,
    access_point_id: null,
  });
  const gate = await readGateFacts(client, passage, organizationId);
  // A reading in an organisation's own log is a plate of its people, so never a near miss.
  return explainGate(gateFacts(passage, plate, { ...gate, isNear: false }));
}
