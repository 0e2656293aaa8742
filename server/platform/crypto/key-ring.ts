// Encrypts secrets with keys derived from one; associated data binds each ciphertext to its row.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface KeyRing {
  /** Encrypts to `p1:<keyId>:<base64url(nonce·cipher·tag)>`. */
  encryptText(plain: string, aad: string): string;
  openText(encrypted: string, aad: string): string;
  /** Encrypts to `s1:<keyId>:<hmac hex>[,<hmac hex>]:<base64url(nonce·cipher·tag)>`; uniqueness compares the HMACs. */
  encryptPin(pin: string, aad: string): string;
  openPin(encrypted: string, aad: string): string;
  /** Re-encrypts under the current key; returns null when that is already so. Throws EncryptionError when no key decrypts it. */
  reencryptText(encrypted: string, aad: string): string | null;
  /** Re-encrypts with this ring's HMACs; `pin` is for new search tokens. */
  reencryptPin(encrypted: string, aad: string): { encrypted: string; pin: string } | null;
  /** Returns HMACs in hex, current key first. PINs are equal when any HMAC matches. */
  pinHmacs(pin: string): string[];
  /** Returns search tokens (hex, 16 chars) of every 1–6 digit substring, per organisation and key. */
  pinGrams(pin: string, organizationId: string): string[];
  searchGrams(digits: string, organizationId: string): string[];
  /** Returns an HMAC (hex) over an audit chain entry with its key id, because the entry outlives that key. */
  chainMac(text: string): { keyId: string; mac: string };
  chainMacUnder(keyId: string, text: string): string | null;
  /** Derives 32 bytes as base64url for another purpose (database login, webhook credentials). */
  derive(purpose: string): string;
  /** Derives the same under every key, current first: the value that another server, or an earlier run, may use. */
  deriveAll(purpose: string): string[];
  /** Id of the current key, part of every ciphertext; reveals nothing about the key. */
  readonly keyId: string;
  readonly keyIds: readonly string[];
}

/** An encrypted PIN has room for three HMACs, and a search for three times 21 tokens. */
export const MOST_OTHER_KEYS = 2;

const keyIdOf = (encrypted: string): string => encrypted.split(":")[1] ?? "";

export class EncryptionError extends Error {
  override name = "EncryptionError";
}

/**
 * Creates a key ring. `others`, old or coming keys, decrypt; PINs are compared and found under every key. Each has at least 32 characters.
 */
export function createKeyRing(secret: string, others: readonly string[] = []): KeyRing {
  const secrets = [...new Set([secret, ...others])];
  const current = deriveKeys(secret);
  const all = secrets.map(deriveKeys);
  const byId = new Map(all.map((keys) => [keys.id, keys]));
  const keysOf = (id: string) => {
    const keys = byId.get(id);
    if (!keys) {
      throw new EncryptionError(
        `no key ${id}: the secret key has been replaced without keeping the old one (PORTAL_OTHER_SECRET_KEYS)`,
      );
    }
    return keys;
  };
  const pinHmacs = (pin: string) => all.map((keys) => createHmac("sha256", keys.pinHmac).update(pin).digest("hex"));
  const gramKeys = (organizationId: string) => all.map((keys) => gramKey(keys.pinGram, organizationId));
  const encryptText = (plain: string, aad: string) => `p1:${current.id}:${encrypt(current.text, plain, aad)}`;
  const openText = (encrypted: string, aad: string) => {
    const [, id, body] = split(encrypted, "p1", 3);
    return open(keysOf(id).text, body, aad);
  };
  const pinHead = (pin: string) => `s1:${current.id}:${pinHmacs(pin).join(",")}:`;
  const encryptPin = (pin: string, aad: string) => `${pinHead(pin)}${encrypt(current.pin, pin, aad)}`;
  const openPin = (encrypted: string, aad: string) => {
    const [, id, , body] = split(encrypted, "s1", 4);
    return open(keysOf(id).pin, body, aad);
  };
  return {
    encryptText,
    openText,
    encryptPin,
    openPin,
    reencryptText: (encrypted, aad) =>
      keyIdOf(encrypted) === current.id ? null : encryptText(openText(encrypted, aad), aad),
    reencryptPin: (encrypted, aad) => {
      const pin = openPin(encrypted, aad);
      return encrypted.startsWith(pinHead(pin)) ? null : { encrypted: encryptPin(pin, aad), pin };
    },
    pinHmacs,
    searchGrams: (digits, organizationId) => gramKeys(organizationId).map((key) => gram(key, digits)),
    pinGrams: (pin, organizationId) => {
      const keys = gramKeys(organizationId);
      return [...new Set(substrings(pin))].flatMap((part) => keys.map((key) => gram(key, part)));
    },
    chainMac: (text) => ({ keyId: current.id, mac: chainMac(current, text) }),
    chainMacUnder: (keyId, text) => {
      const keys = byId.get(keyId);
      return keys === undefined ? null : chainMac(keys, text);
    },
    keyId: current.id,
    keyIds: all.map((keys) => keys.id),
    derive: (purpose) => derived(secret, purpose),
    deriveAll: (purpose) => secrets.map((one) => derived(one, purpose)),
  };
}

/** Key objects, since Node takes six times as long with the bytes of a key at each use. */
interface Keys {
  id: string;
  text: KeyObject;
  pin: KeyObject;
  pinHmac: KeyObject;
  pinGram: KeyObject;
  chain: KeyObject;
}

function deriveKeys(secret: string): Keys {
  return {
    id: hkdf(secret, "key-id").toString("hex").slice(0, 8),
    text: createSecretKey(hkdf(secret, "encrypt/text")),
    pin: createSecretKey(hkdf(secret, "encrypt/pin")),
    pinHmac: createSecretKey(hkdf(secret, "hmac/pin")),
    pinGram: createSecretKey(hkdf(secret, "gram/pin")),
    chain: createSecretKey(hkdf(secret, "hmac/audit-chain")),
  };
}

function chainMac(keys: Keys, text: string): string {
  return createHmac("sha256", keys.chain).update(text).digest("hex");
}

function derived(secret: string, purpose: string): string {
  return hkdf(secret, `derive/${purpose}`).toString("base64url");
}

function hkdf(secret: string, info: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "access-portal", info, 32));
}

function gramKey(base: KeyObject, organizationId: string): KeyObject {
  return createSecretKey(createHmac("sha256", base).update(organizationId).digest());
}

const gram = (key: KeyObject, digits: string) => createHmac("sha256", key).update(digits).digest("hex").slice(0, 16);

function substrings(pin: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < pin.length; from++)
    for (let to = from + 1; to <= pin.length; to++) parts.push(pin.slice(from, to));
  return parts;
}

function encrypt(key: KeyObject, plain: string, aad: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(aad));
  return Buffer.concat([nonce, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]).toString(
    "base64url",
  );
}

function open(key: KeyObject, body: string, aad: string): string {
  const bytes = Buffer.from(body, "base64url");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(bytes.length - TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(aad))
    .setAuthTag(tag);
  try {
    return (
      decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES), undefined, "utf8") + decipher.final("utf8")
    );
  } catch (cause) {
    throw new EncryptionError("an encrypted text does not open: wrong key, changed text or another row", { cause });
  }
}

function split(encrypted: string, kind: string, parts: 3): [string, string, string];
function split(encrypted: string, kind: string, parts: 4): [string, string, string, string];
function split(encrypted: string, kind: string, parts: number): string[] {
  const pieces = encrypted.split(":");
  if (pieces[0] !== kind || pieces.length !== parts) throw new EncryptionError(`not a ${kind} text`);
  return pieces;
}

/** Compares in a time that reveals neither contents nor lengths. */
export function equalSecrets(left: string, right: string): boolean {
  const hash = (text: string) => createHmac("sha256", "compare").update(text).digest();
  return timingSafeEqual(hash(left), hash(right));
}
