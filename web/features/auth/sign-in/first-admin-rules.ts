import { z } from "zod";
import { systemAdminForm } from "#contract/forms/administrator.ts";
import { PASSWORD_MIN_LENGTH } from "#contract/limits.ts";
import { authTexts } from "../texts/auth.sv.ts";
import { firstAdminTexts } from "../texts/first-admin.sv.ts";

export const firstAdminSchema = systemAdminForm
  .extend({
    password: z.string().min(1, authTexts.passwordRequired).min(PASSWORD_MIN_LENGTH, firstAdminTexts.passwordTooShort),
    repeat: z.string(),
  })
  .refine(({ password, repeat }) => password === repeat, { path: ["repeat"], message: firstAdminTexts.repeatDiffers });
