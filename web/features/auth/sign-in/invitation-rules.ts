import { z } from "zod";
import { PASSWORD_MIN_LENGTH } from "#contract/limits.ts";
import { authTexts } from "#web/texts/auth.ts";
import { firstAdminTexts } from "#web/texts/first-admin.ts";
import { invitationTexts } from "#web/texts/invitation.ts";

export const invitationSchema = z
  .object({
    password: z.string().min(1, authTexts.passwordRequired).min(PASSWORD_MIN_LENGTH, invitationTexts.tooShort),
    repeat: z.string(),
  })
  .refine(({ password, repeat }) => password === repeat, { path: ["repeat"], message: firstAdminTexts.repeatDiffers });
