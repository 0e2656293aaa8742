import { z } from "zod";
import { PASSWORD_MIN_LENGTH } from "#contract/limits.ts";
import { authTexts } from "../texts/auth.sv.ts";
import { firstAdminTexts, invitationTexts } from "../texts/first-admin.sv.ts";

export const invitationSchema = z
  .object({
    password: z.string().min(1, authTexts.passwordRequired).min(PASSWORD_MIN_LENGTH, invitationTexts.tooShort),
    repeat: z.string(),
  })
  .refine(({ password, repeat }) => password === repeat, { path: ["repeat"], message: firstAdminTexts.repeatDiffers });
