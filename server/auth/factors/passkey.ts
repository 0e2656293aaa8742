// Passkeys and security keys (WebAuthn) as second factor, bound to the portal's host name against phishing.

import { isIP } from "node:net";
import type { PoolClient } from "pg";
import { z } from "zod";
import type { NewPasskey, PasskeyAssertion } from "#contract/auth.ts";
import { factorErrors } from "#contract/errors/factors.ts";
import { AuthError } from "../errors.ts";
import { type ChallengeRow, type FactorRow, storePasskey, storePasskeyCounter } from "./factors.store.ts";

/** Loaded on first use: the library takes some 25 MB with its ASN.1, and most requests never need it. */
const webauthn = () => import("@simplewebauthn/server");

/** COSE numbers of EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];
const PORTAL_NAME = "Passerportalen";

const storedPasskey = z.object({
  id: z.string(),
  publicKey: z.string(),
  counter: z.number(),
  transports: z.array(z.string()),
});
const passkeySession = z.object({ challenge: z.string(), type: z.enum(["create", "request"]) });

export interface RelyingParty {
  rpId: string;
  origin: string;
}

/** Returns the relying party. Throws AuthError 422 at an IP address, where passkeys cannot be used. */
export function relyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) {
    throw new AuthError(factorErrors.mfa_webauthn_enroll_not_enabled());
  }
  return { rpId: hostname, origin };
}

export interface PasskeyChallenge {
  session: z.infer<typeof passkeySession>;
  webauthn: { type: "create" | "request"; credential_options: { publicKey: object } };
}

/** Returns the options for the browser: to sign with one of the passkeys, or to make a new one while the factor is unfinished. */
export async function challengePasskey(
  { rpId }: RelyingParty,
  { factor, others, email, name }: { factor: FactorRow; others: FactorRow[]; email: string; name: string },
): Promise<PasskeyChallenge> {
  const { generateAuthenticationOptions, generateRegistrationOptions } = await webauthn();
  if (factor.status === "verified") {
    const { id, transports } = storedPasskey.parse(factor.webauthn_credential);
    const options = await generateAuthenticationOptions({
      rpID: rpId,
      allowCredentials: [{ id, transports }],
      userVerification: "preferred",
    });
    // auth-js defaults to "security-key", but passkeys in phones and computers are welcome too.
    const publicKey = { ...options, hints: [] };
    return {
      session: { challenge: options.challenge, type: "request" },
      webauthn: { type: "request", credential_options: { publicKey } },
    };
  }
  const options = await generateRegistrationOptions({
    rpName: PORTAL_NAME,
    rpID: rpId,
    userName: email,
    userDisplayName: name || email,
    userID: new Uint8Array(Buffer.from(factor.user_id)),
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: others.flatMap((other) => {
      const stored = storedPasskey.safeParse(other.webauthn_credential);
      return stored.success ? [{ id: stored.data.id, transports: stored.data.transports }] : [];
    }),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  const publicKey = {
    ...options,
    hints: [],
    // auth-js defaults to "cross-platform"; browsers treat an unknown value as any kind.
    authenticatorSelection: { ...options.authenticatorSelection, authenticatorAttachment: "any" },
  };
  return {
    session: { challenge: options.challenge, type: "create" },
    webauthn: { type: "create", credential_options: { publicKey } },
  };
}

interface PasskeyAnswer {
  factor: FactorRow;
  challenge: ChallengeRow;
  party: RelyingParty;
}

/** Stores the new passkey; false when the answer does not fit the challenge, this portal's address or the factor. */
export async function acceptNewPasskey(
  client: PoolClient,
  { factor, challenge, party }: PasskeyAnswer,
  { response, ...credential }: NewPasskey,
): Promise<boolean> {
  const session = passkeySession.safeParse(challenge.webauthn_session);
  if (!session.success || session.data.type !== "create" || factor.status === "verified") return false;
  const { verifyRegistrationResponse } = await webauthn();
  const result = await rejected(
    verifyRegistrationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: session.data.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!result?.verified) return false;
  const { id, publicKey, counter } = result.registrationInfo.credential;
  const stored: z.infer<typeof storedPasskey> = {
    id,
    publicKey: Buffer.from(publicKey).toString("base64url"),
    counter,
    transports: response.transports,
  };
  await storePasskey(client, factor.id, stored);
  return true;
}

/** Tells whether the factor's credential signed this challenge, and stores its counter, which must rise. */
export async function acceptPasskey(
  client: PoolClient,
  { factor, challenge, party }: PasskeyAnswer,
  { response, ...credential }: PasskeyAssertion,
): Promise<boolean> {
  const session = passkeySession.safeParse(challenge.webauthn_session);
  if (!session.success || session.data.type !== "request" || factor.status !== "verified") return false;
  const stored = storedPasskey.parse(factor.webauthn_credential);
  if (credential.id !== stored.id) return false;
  const { verifyAuthenticationResponse } = await webauthn();
  const result = await rejected(
    verifyAuthenticationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: session.data.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.rpId,
      requireUserVerification: false,
      credential: { ...stored, publicKey: new Uint8Array(Buffer.from(stored.publicKey, "base64url")) },
    }),
  );
  if (!result?.verified) return false;
  await storePasskeyCounter(client, factor.id, result.authenticationInfo.newCounter);
  return true;
}

/** Converts a thrown mismatch of the library to null, a wrong answer; the log's cause has the reason. */
async function rejected<T>(check: Promise<T>): Promise<T | null> {
  try {
    return await check;
  } catch (error) {
    if (error instanceof Error) return null;
    throw new AuthError(factorErrors.mfa_verification_failed(), { cause: error });
  }
}
