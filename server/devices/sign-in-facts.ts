import { z } from "zod";
import type { SignInFacts } from "#drivers/sign-in-memory.ts";

/** As `private.sign_in_facts` returns it of a row. */
export const signInFacts: z.ZodType<SignInFacts> = z.object({
  digest: z.number(),
  refusals: z.number(),
  heldForMs: z.number(),
  version: z.number(),
});
