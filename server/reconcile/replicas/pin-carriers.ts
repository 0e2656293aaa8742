// Finds other carriers of a source's PIN in one listing by HMAC, since a deleted person's PIN is only reserved.
import type { DeviceCredential } from "#drivers/port.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { sourceOfToken, type WorkerContext } from "../worker/public.ts";
import { knownTokens, type ReplicaRow } from "./device-sync.store.ts";
import type { OtherCredential, Ownership } from "./plan-device-changes.rules.ts";
import { receiptedSources } from "./receipts.store.ts";

export interface Listing {
  byToken: Map<string, DeviceCredential>;
  byPinHmac: Map<string, DeviceCredential[]>;
  byUserToken: Map<string, DeviceCredential[]>;
}

/** Indexes a listing by token, by each key's HMAC of the PIN, and by user. */
export function indexListing(credentials: readonly DeviceCredential[], keys: Pick<KeyRing, "pinHmacs">): Listing {
  const listing: Listing = { byToken: new Map(), byPinHmac: new Map(), byUserToken: new Map() };
  for (const credential of credentials) {
    listing.byToken.set(credential.token, credential);
    // Compared under every key: the reservation may be older than a key change.
    for (const hmac of credential.pin === null ? [] : keys.pinHmacs(credential.pin))
      append(listing.byPinHmac, hmac, credential);
    if (credential.userToken !== null) append(listing.byUserToken, credential.userToken, credential);
  }
  return listing;
}

/** Returns, by source, the other credentials with its PIN or on its user, and whose they are. */
export async function otherCredentials(
  worker: WorkerContext,
  controllerId: string,
  replicas: readonly ReplicaRow[],
  listing: Listing,
): Promise<Map<string, OtherCredential[]>> {
  const found = new Map<string, { token: string; carriesPin: boolean }[]>();
  for (const replica of replicas) {
    const carriers = new Set(
      replica.reserved_hmacs.flatMap((hmac) => listing.byPinHmac.get(hmac) ?? []).map(({ token }) => token),
    );
    const onUser = (listing.byUserToken.get(replica.user_token) ?? []).map(({ token }) => token);
    const tokens = new Set([...carriers, ...onUser]);
    tokens.delete(replica.credential_token);
    found.set(
      replica.source_id,
      [...tokens].map((token) => ({ token, carriesPin: carriers.has(token) })),
    );
  }
  const owner = await ownerships(
    worker,
    controllerId,
    [...found.values()].flat().map(({ token }) => token),
  );
  return new Map(
    [...found].map(([sourceId, others]) => [
      sourceId,
      others.map((other) => ({ ...other, ownership: owner(other.token) })),
    ]),
  );
}

/**
 * Returns the owner of each token. A token of the portal's form is an orphan only with a receipt: another portal makes tokens of the same
 * form.
 */
export async function ownerships(
  worker: WorkerContext,
  controllerId: string,
  tokens: readonly string[],
): Promise<(token: string) => Ownership> {
  if (tokens.length === 0) return () => "foreign";
  const known = await knownTokens(worker.pool, controllerId, tokens);
  const sources = tokens
    .filter((token) => !known.has(token))
    .map(sourceOfToken)
    .filter((id) => id !== null);
  const receipted = await receiptedSources(worker.pool, controllerId, sources);
  return (token) => {
    if (known.has(token)) return "source";
    const sourceId = sourceOfToken(token);
    return sourceId !== null && receipted.has(sourceId) ? "orphan" : "foreign";
  };
}

function append(map: Map<string, DeviceCredential[]>, key: string, credential: DeviceCredential): void {
  const list = map.get(key);
  if (list) list.push(credential);
  else map.set(key, [credential]);
}
