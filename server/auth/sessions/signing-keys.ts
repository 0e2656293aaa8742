// Keys that sign tokens, shared through auth.signing_keys with the private halves encrypted. The first server makes one.
import { createPublicKey, type KeyObject } from "node:crypto";
import { type CryptoKey, exportJWK, generateKeyPair, importJWK } from "jose";
import type { Pool, PoolClient } from "pg";
import type { Logger } from "pino";
import { z } from "zod";
import { transaction } from "#server/platform/database/transaction.ts";
import { recordEvent } from "../audit.ts";
import {
  deleteKeys,
  insertKey,
  type KeyRow,
  lockKeys,
  type PublicKeyJwk,
  publicJwkSchema,
  readKeys,
  readNewestKey,
  retireKeys,
} from "./signing-keys.store.ts";

/** Encrypts private keys. The platform's KeyRing implements this. */
export interface Encryptor {
  encryptText(plain: string, aad: string): string;
  openText(encrypted: string, aad: string): string;
  /** Derives an installation secret for another purpose, unknown to the database. */
  derive(purpose: string): string;
  /** Derives the same secret under every known key, current first. */
  deriveAll(purpose: string): string[];
}

export interface SigningKeys {
  current(): { kid: string; privateKey: CryptoKey };
  publicKey(kid: string): KeyObject | undefined;
  /** Returns the public keys, newest first, in the form of /.well-known/jwks.json. */
  jwks(): { keys: PublicJwk[] };
  /** Returns a number that increments whenever the set of keys changes. */
  version(): number;
  /** Picks up keys that another server made or withdrew. */
  reload(): Promise<void>;
}

export type PublicJwk = PublicKeyJwk & {
  kid: string;
  alg: "ES256";
  use: "sig";
  key_ops: ["verify"];
};
const privateJwkSchema = publicJwkSchema.extend({ d: z.string() });

/** A new key is published before it signs: servers reread the table every 15 s, and published keys are cached for 60 s. */
const PUBLISH_SECONDS = 90;

interface LoadedKey {
  kid: string;
  jwk: PublicJwk;
  publicKey: KeyObject;
  privateKey: CryptoKey | null;
  published: boolean;
}

/** Reads the keys; makes one when this server can open none. */
export async function loadSigningKeys({
  pool,
  encryptor,
  log,
}: {
  pool: Pool;
  encryptor: Encryptor;
  log: Logger;
}): Promise<SigningKeys> {
  let loaded: LoadedKey[] = [];
  let version = 0;
  const use = (keys: LoadedKey[]) => {
    const names = (list: LoadedKey[]) => list.map((key) => key.kid).join();
    if (names(keys) !== names(loaded)) version += 1;
    loaded = keys;
  };
  const read = async (client: Pool | PoolClient) => {
    const rows = await readKeys(client, PUBLISH_SECONDS);
    return Promise.all(rows.map((row) => openKey(row, { encryptor, log })));
  };
  const hasSigner = (keys: LoadedKey[]) => keys.some((key) => key.privateKey !== null);
  use(await read(pool));
  if (!hasSigner(loaded)) {
    use(
      await transaction(pool, async (client) => {
        await lockKeys(client);
        if (!hasSigner(await read(client))) await makeKey(client, encryptor);
        return read(client);
      }),
    );
  }
  return {
    current: () => {
      const signers = loaded.filter((key) => key.privateKey !== null);
      // The newest key that every server knows; a new installation has only one, which is not yet published.
      const chosen = signers.find((key) => key.published) ?? signers.at(-1);
      if (chosen?.privateKey == null) throw new Error("no signing key can be opened");
      return { kid: chosen.kid, privateKey: chosen.privateKey };
    },
    publicKey: (kid) => loaded.find((key) => key.kid === kid)?.publicKey,
    jwks: () => ({ keys: loaded.map((key) => key.jwk) }),
    version: () => version,
    reload: async () => use(await read(pool)),
  };
}

async function openKey(row: KeyRow, { encryptor, log }: { encryptor: Encryptor; log: Logger }): Promise<LoadedKey> {
  const { kid, public_jwk } = row;
  const jwk: PublicJwk = { ...public_jwk, kid, alg: "ES256", use: "sig", key_ops: ["verify"] };
  const publicKey = createPublicKey({ key: public_jwk, format: "jwk" });
  const privateKey = row.retired ? null : await openPrivate(row, { encryptor, log });
  return { kid, jwk, publicKey, privateKey, published: row.published };
}

async function openPrivate(
  row: KeyRow,
  { encryptor, log }: { encryptor: Encryptor; log: Logger },
): Promise<CryptoKey | null> {
  try {
    const jwk = privateJwkSchema.parse(
      JSON.parse(encryptor.openText(row.encrypted_private_key, encryptedFor(row.kid))),
    );
    const key = await importJWK(jwk, "ES256");
    return key instanceof Uint8Array ? null : key;
  } catch (error) {
    // The secret key was replaced: this key still verifies, but a new one must sign.
    log.error({ err: error, kid: row.kid }, "a token signing key does not open");
    return null;
  }
}

/**
 * Adds a signing key while servers run; old keys verify for another day, so nobody is signed out. With `withdraw`, for a stolen key, old
 * keys and their access tokens end at once, while refresh tokens stay valid. Throws EncryptionError when `encryptor` has another secret
 * than the servers.
 */
export async function rotateSigningKeys({
  pool,
  encryptor,
  withdraw = false,
}: {
  pool: Pool;
  encryptor: Encryptor;
  withdraw?: boolean;
}): Promise<string> {
  return transaction(pool, async (client) => {
    await lockKeys(client);
    await requireSameSecret(client, encryptor);
    await (withdraw ? deleteKeys(client) : retireKeys(client, 2 * PUBLISH_SECONDS));
    const kid = await makeKey(client, encryptor);
    await recordEvent(client, "auth.keys_rotate", { actor: null, after: { kid, withdraw } });
    return kid;
  });
}

/** Throws when the newest key cannot be decrypted: servers could not use one encrypted under another secret. */
async function requireSameSecret(client: PoolClient, encryptor: Encryptor): Promise<void> {
  const newest = await readNewestKey(client);
  if (newest !== null) encryptor.openText(newest.encrypted_private_key, encryptedFor(newest.kid));
}

async function makeKey(client: PoolClient, encryptor: Encryptor): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const kid = crypto.randomUUID();
  const publicJwk = publicJwkSchema.parse(await exportJWK(publicKey));
  const encrypted = encryptor.encryptText(JSON.stringify(await exportJWK(privateKey)), encryptedFor(kid));
  await insertKey(client, { kid, publicJwk, encrypted });
  return kid;
}

const encryptedFor = (kid: string) => `signing_keys.encrypted_private_key.${kid}`;
