import { dataOf } from "#web/lib/calls/auth-call.ts";
import { authClient } from "#web/lib/calls/auth-client.ts";

/** Reads how many codes remain; null: none were made. Throws BackendError. */
export async function readRecoveryCodes(): Promise<{ total: number; remaining: number } | null> {
  const answer = await authClient.mfa.recoveryCodes.getStatus();
  if (answer.error?.code === "mfa_factor_not_found") return null;
  const { total, remaining } = dataOf(answer);
  return { total, remaining };
}

/** Makes the codes, which are shown only now. `anew`: earlier codes become invalid. Throws BackendError. */
export async function makeRecoveryCodes({ anew }: { anew: boolean }): Promise<string[]> {
  const { recoveryCodes } = authClient.mfa;
  return dataOf(anew ? await recoveryCodes.regenerate() : await recoveryCodes.generate()).codes;
}

/** Signs in with one code, which is then spent. Throws BackendError. */
export async function showRecoveryCode(code: string): Promise<void> {
  dataOf(await authClient.mfa.recoveryCodes.verify({ code }));
}
