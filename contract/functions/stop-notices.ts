// stop-notices: switches one kind of notices off, by the link of such an email. Needs no sign-in: the token authenticates.
import { z } from "zod";
import { noticeKindSchema } from "../notices.ts";

export const stopNoticesLink = z.object({ token: z.string().min(1).max(500) });
export const stopNoticesReply = z.object({ success: z.literal(true), kind: noticeKindSchema });
