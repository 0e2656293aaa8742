// The token of the link that switches notices off. Encrypted and bound to its purpose, so nobody else can make one; it can do nothing else.
import { z } from "zod";
import { type NoticeKind, noticeKindSchema } from "#contract/notices.ts";
import { EncryptionError, type KeyRing } from "#server/platform/crypto/key-ring.ts";

const PURPOSE = "stop-notices";
/** The form of an encrypted text; anything shorter holds no authentication. */
const TOKEN = /^p1:[a-z0-9]{1,16}:[A-Za-z0-9_-]{38,}$/;
const content = z.tuple([z.uuid(), noticeKindSchema]);

export const stopToken = (keys: Pick<KeyRing, "encryptText">, userId: string, kind: NoticeKind): string =>
  keys.encryptText(JSON.stringify([userId, kind]), PURPOSE);

/** Returns whose notices the token switches off; null when no key of this portal made it. */
export function readStopToken(
  keys: Pick<KeyRing, "openText">,
  token: string,
): { userId: string; kind: NoticeKind } | null {
  if (!TOKEN.test(token)) return null;
  try {
    const [userId, kind] = content.parse(JSON.parse(keys.openText(token, PURPOSE)));
    return { userId, kind };
  } catch (error) {
    if (error instanceof EncryptionError) return null;
    throw error;
  }
}
