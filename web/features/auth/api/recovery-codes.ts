// Ten codes on paper for one who lost the second factor.
import { dataOf } from "#web/lib/auth-call.ts";
import { backend } from "#web/lib/backend.ts";

/** How many are left, or null: none were made. Throws BackendError. */
export async function readRecoveryCodes(): Promise<{ total: number; remaining: number } | null> {
  const answer = await backend.auth.mfa.recoveryCodes.getStatus();
  if (answer.error?.code === "mfa_factor_not_found") return null;
  const { total, remaining } = dataOf(answer);
  return { total, remaining };
}

/** The codes, which the server never tells again. `anew`: those before end. Throws BackendError. */
export async function makeRecoveryCodes({ anew }: { anew: boolean }): Promise<string[]> {
  const { recoveryCodes } = backend.auth.mfa;
  return dataOf(anew ? await recoveryCodes.regenerate() : await recoveryCodes.generate()).codes;
}

/** Signs in with one of them, once. Throws BackendError. */
export async function showRecoveryCode(code: string): Promise<void> {
  dataOf(await backend.auth.mfa.recoveryCodes.verify({ code }));
}
