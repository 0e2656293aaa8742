// The round trip to a provider: state, nonce and code verifier are stored encrypted until the person returns.

import { z } from "zod";
import { oidcErrors } from "#contract/errors/oidc.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { digestOf, newSecret } from "../links/secrets.ts";
import type { VerifiedIdentity } from "./link-identity.ts";
import { deleteFlow, insertFlow } from "./oidc-flows.store.ts";

/** Time to sign in at the provider, seconds. */
const FLOW_SECONDS = 15 * 60;

export interface Flow {
  provider: string;
  /** Only the page that holds the verifier of this challenge can redeem the result. */
  codeChallenge: string;
  redirectTo: string;
  /** The signed-in person who links an identity; null for a sign-in. */
  link: { userId: string; sessionId: string } | null;
}
export interface EndedFlow extends Flow {
  state: string;
  nonce: string;
  verifier: string;
}

const flowSecretsSchema = z.object({ nonce: z.string(), verifier: z.string(), sessionId: z.uuid().nullable() });
const encryptedFor = (state: string) => `oidc_flows.encrypted_proof.${digestOf(state).toString("hex")}`;

/** Stores a round trip and returns the provider's address to send the browser to. Throws AuthError for an unknown provider. */
export async function beginFlow(deps: AuthDeps, flow: Flow): Promise<string> {
  const { configuration } = await deps.oidc.open(flow.provider);
  const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } = await import(
    "openid-client"
  );
  const state = newSecret();
  const flowSecrets: z.infer<typeof flowSecretsSchema> = {
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    sessionId: flow.link?.sessionId ?? null,
  };
  await insertFlow(deps.pool, {
    stateHash: digestOf(state),
    provider: flow.provider,
    encryptedSecrets: deps.encryptor.encryptText(JSON.stringify(flowSecrets), encryptedFor(state)),
    codeChallenge: flow.codeChallenge,
    redirectTo: flow.redirectTo,
    userId: flow.link?.userId ?? null,
    seconds: FLOW_SECONDS,
  });
  return buildAuthorizationUrl(configuration, {
    redirect_uri: callbackAddress(deps),
    scope: "openid email profile",
    state,
    nonce: flowSecrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(flowSecrets.verifier),
    code_challenge_method: "S256",
  }).href;
}

const callbackAddress = ({ settings }: Pick<AuthDeps, "settings">) => `${settings.publicUrl}/auth/v1/callback`;

/** Takes a returning browser's flow, which works once. Throws AuthError 400 `bad_oauth_state`. */
export async function takeFlow(deps: AuthDeps, query: unknown): Promise<EndedFlow> {
  const { state } = z.object({ state: z.string().max(200).catch("") }).parse(query);
  const row = await deleteFlow(deps.pool, digestOf(state));
  if (row === null) {
    throw new AuthError(oidcErrors.bad_oauth_state());
  }
  const { nonce, verifier, sessionId } = flowSecretsSchema.parse(
    JSON.parse(deps.encryptor.openText(row.encrypted_proof, encryptedFor(state))),
  );
  return {
    provider: row.provider,
    codeChallenge: row.code_challenge,
    redirectTo: row.redirect_to,
    link: row.user_id === null || sessionId === null ? null : { userId: row.user_id, sessionId },
    state,
    nonce,
    verifier,
  };
}

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(255).optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
  name: z.string().max(255).optional().catch(undefined),
});

/** Returns the identity that the provider confirms. Throws AuthError 400 `bad_oauth_callback`. */
export async function endFlow(deps: AuthDeps, flow: EndedFlow, query: unknown): Promise<VerifiedIdentity> {
  const { provider, configuration } = await deps.oidc.open(flow.provider);
  const url = new URL(callbackAddress(deps));
  for (const [name, value] of Object.entries(z.record(z.string(), z.unknown()).parse(query))) {
    if (typeof value === "string") url.searchParams.set(name, value);
  }
  try {
    const { authorizationCodeGrant, fetchUserInfo } = await import("openid-client");
    const tokens = await authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: flow.verifier,
      expectedNonce: flow.nonce,
      expectedState: flow.state,
      idTokenExpected: true,
    });
    const said = claimsSchema.parse(tokens.claims());
    // Some providers name the address only in the user info.
    const claims =
      said.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
        ? claimsSchema.parse(await fetchUserInfo(configuration, tokens.access_token, said.sub))
        : said;
    return {
      identity: { provider: provider.name, subject: claims.sub, data: claims },
      verifiedEmail: claims.email_verified === true && claims.email !== undefined ? claims.email : null,
      linkByEmail: provider.linkByEmail,
    };
  } catch (cause) {
    throw new AuthError(oidcErrors.bad_oauth_callback(), {
      cause,
    });
  }
}
