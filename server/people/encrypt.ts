import { encryptionAad } from "#database/encrypted-columns.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";

export function encryptCredentialPin(keys: KeyRing, credentialId: string, pin: string): string {
  return keys.encryptPin(pin, encryptionAad("credentials.credential_value", credentialId));
}
