// Rules of the sign-in form (docs/requirements.md, section 5).
import { z } from "zod";
import { authTexts } from "../texts/auth.sv.ts";

const email = z.string().trim().min(1, authTexts.emailRequired).pipe(z.email(authTexts.emailInvalid));

const loginSchema = z.object({ email, password: z.string().min(1, authTexts.passwordRequired) });

export const forgotPasswordSchema = z.object({ email });

export interface LoginErrors {
  email?: string | undefined;
  password?: string | undefined;
}

/** Returns the errors; empty when the form may be sent. */
export function loginErrors(values: { email: string; password: string }): LoginErrors {
  const result = loginSchema.safeParse(values);
  if (result.success) return {};
  const { fieldErrors } = z.flattenError(result.error);
  return { email: fieldErrors.email?.[0], password: fieldErrors.password?.[0] };
}
