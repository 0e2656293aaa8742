// stop-notices: switches off one kind of notices, by the link in such an email. Needs no sign-in, because the token authenticates.
import { z } from "zod";
import { noticeKindSchema } from "../notices.ts";

export const stopNoticesLink = z.object({ token: z.string().min(1).max(500) });
export const stopNoticesReply = z.object({ success: z.literal(true), kind: noticeKindSchema });
