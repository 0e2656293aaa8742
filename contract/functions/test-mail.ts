// test-mail: mails a test to the caller's own address, so that whoever chooses notices or alerts knows whether they arrive.
import { z } from "zod";
import { onlyAction, type ReplyOf } from "../define-action.ts";
import { mailStateSchema } from "../mail-state.ts";

/** Without a mail server nothing is queued. */
export const testMail = onlyAction("test-mail", z.object({}), {
  mail: mailStateSchema,
  to: z.string(),
  /** The mail server's or the network's own words. Org admins get them only for a refused address, which is theirs. */
  reason: z.string().nullable(),
});
export type TestMail = Omit<ReplyOf<typeof testMail>, "success">;
