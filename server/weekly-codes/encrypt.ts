import { encryptionAad } from "#database/encrypted-columns.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";

export function encryptWeeklyCode(keys: KeyRing, weeklyCodeId: string, code: string): string {
  return keys.encryptPin(code, encryptionAad("weekly_codes.code", weeklyCodeId));
}
