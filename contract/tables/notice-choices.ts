import { z } from "zod";
import { noticeKindSchema, noticePaceSchema } from "../notices.ts";

export const noticeChoiceRow = z.object({ kind: noticeKindSchema, pace: noticePaceSchema });
export type NoticeChoiceRow = z.infer<typeof noticeChoiceRow>;
