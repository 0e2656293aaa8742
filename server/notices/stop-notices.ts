import type { Pool } from "pg";
import { noticeErrors } from "#contract/errors/notices.ts";
import type { NoticeKind } from "#contract/notices.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { switchOff } from "./notices.store.ts";
import { readStopToken } from "./stop-token.ts";

export interface StopNoticesDeps {
  engine: Pool;
  keys: Pick<KeyRing, "openText">;
}

/** Switches the token's notices off; a repeat changes nothing. Throws PortalError 404 for a token that this portal did not make. */
export async function stopNotices({ engine, keys }: StopNoticesDeps, token: string): Promise<NoticeKind> {
  const found = readStopToken(keys, token);
  if (found === null) throw new PortalError(noticeErrors.notices_link_dead());
  await switchOff(engine, found.userId, found.kind);
  return found.kind;
}
