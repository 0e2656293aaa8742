import { encryptionAad } from "#database/encrypted-columns.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";

export function encryptControllerPassword(keys: KeyRing, controllerId: string, password: string): string {
  return keys.encryptText(password, encryptionAad("controllers.password_encrypted", controllerId));
}

export function encryptControllerUserPin(keys: KeyRing, controllerUserId: string, pin: string): string {
  return keys.encryptPin(pin, encryptionAad("controller_users.pin", controllerUserId));
}
