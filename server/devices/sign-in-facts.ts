import { z } from "zod";
import type { SignInFacts } from "#drivers/sign-in-memory.ts";

/** The form in which `private.sign_in_facts` returns a row's facts. */
export const signInFacts: z.ZodType<SignInFacts> = z.object({
  digest: z.number(),
  refusals: z.number(),
  heldForMs: z.number(),
  version: z.number(),
});
