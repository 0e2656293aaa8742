// Emails about doors and gates that an organisation's admin may choose. The checks of notice_choices have the same words.
import { z } from "zod";

export const NOTICE_KINDS = ["refused", "door_alarm"] as const;
export const noticeKindSchema = z.enum(NOTICE_KINDS);
export type NoticeKind = z.infer<typeof noticeKindSchema>;

/** `soon`: at once, then every 15 minutes at most. `hour`: at once, then once an hour at most. `day`: at 07:00. */
export const noticePaceSchema = z.enum(["off", "soon", "hour", "day"]);
export type NoticePace = z.infer<typeof noticePaceSchema>;

export const NOTICE_PACES = {
  refused: ["off", "hour", "day"],
  door_alarm: ["off", "soon"],
} as const satisfies Record<NoticeKind, readonly NoticePace[]>;
