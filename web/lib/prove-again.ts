// Proves the signed-in person again, for acts that the server refuses with `reauthentication_needed`: by the second factor where
// the account has one, else by the password.
import { backend } from "./backend.ts";
import { backendError, type WireError } from "./errors.ts";
import { signIn } from "./session.ts";

export type ProofWay =
  | { kind: "password" }
  | { kind: "totp" | "webauthn"; factorId: string }
  /** A factor that can only be shown at a new sign-in. */
  | { kind: "other" };

/** Throws BackendError. */
export async function findProofWay(): Promise<ProofWay> {
  const { data, error } = await backend.auth.mfa.listFactors();
  if (error) throw backendError(error, error.status ?? 0);
  const [app] = data.totp;
  if (app) return { kind: "totp", factorId: app.id };
  const [passkey] = data.webauthn;
  if (passkey) return { kind: "webauthn", factorId: passkey.id };
  return data.phone.length > 0 ? { kind: "other" } : { kind: "password" };
}

/** `secret`: the password, or the app's code. Throws BackendError whose message can be shown. */
export async function proveAgain(way: ProofWay, email: string, secret: string): Promise<void> {
  switch (way.kind) {
    case "password":
      return signIn(email, secret);
    case "totp":
      return done(await backend.auth.mfa.challengeAndVerify({ factorId: way.factorId, code: secret }));
    case "webauthn":
      return done(await backend.auth.mfa.webauthn.authenticate({ factorId: way.factorId }));
    case "other":
      throw new Error("this factor is shown at sign-in only");
  }
}

function done({ error }: { error: WireError | null }): void {
  if (error) throw backendError(error, error.status ?? 0);
}
