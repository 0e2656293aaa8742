import { z } from "zod";
import { callAuth, dataOf, requireDone } from "#web/lib/calls/auth-call.ts";
import { authClient } from "#web/lib/calls/auth-client.ts";
import { authError } from "#web/lib/calls/errors.ts";

export interface SignInWays {
  /** OpenID Connect providers, by the server's names. */
  providers: string[];
  sms: boolean;
  mail: boolean;
  /** True when the browser supports passkeys, and the portal has a domain name to bind them to. */
  passkeys: boolean;
}

const settingsSchema = z.object({
  external: z.record(z.string(), z.boolean()),
  sms_provider: z.string(),
  mail_configured: z.boolean(),
});
const NO_PROVIDERS = new Set(["email", "phone", "anonymous_users"]);

/** Reads the ways to sign in. Throws BackendError. */
export async function readSignInWays(signal?: AbortSignal): Promise<SignInWays> {
  const { external, sms_provider, mail_configured } = await callAuth("/settings", settingsSchema, { signal });
  return {
    providers: Object.keys(external).filter((name) => external[name] && !NO_PROVIDERS.has(name)),
    sms: sms_provider !== "",
    mail: mail_configured,
    passkeys: "PublicKeyCredential" in globalThis && !isAddress(location.hostname),
  };
}

export const providerName = (name: string) => name.charAt(0).toLocaleUpperCase("sv") + name.slice(1);

/** Navigates to the provider. Throws BackendError. */
export async function signInThrough(provider: string): Promise<void> {
  const options = { redirectTo: `${location.origin}/auth` };
  dataOf(await authClient.signInWithOAuth({ provider: known(provider), options }));
}

/** Navigates to the provider, which returns to the open page. Throws BackendError `reauthentication_needed`. */
export async function linkThrough(provider: string): Promise<void> {
  const options = { redirectTo: location.origin + location.pathname };
  dataOf(await authClient.linkIdentity({ provider: known(provider), options }));
}

/** Unlinks an identity. Throws BackendError. */
export async function unlink(identityId: string): Promise<void> {
  const identities = dataOf(await authClient.getUserIdentities()).identities;
  const identity = identities.find((candidate) => candidate.identity_id === identityId);
  if (!identity) throw authError({ message: "", code: "not_found", status: 404 });
  requireDone(await authClient.unlinkIdentity(identity));
}

/** Tells whether the host is an IP address: passkeys need a domain name. */
const isAddress = (host: string) => /^[\d.]+$/.test(host) || host.includes(":");

/** auth-js types only its own service's providers; the portal's come from the environment. */
type Known = Parameters<typeof authClient.signInWithOAuth>[0]["provider"];
function known(provider: string): Known {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sent as it is; the server knows its own names
  return provider as Known;
}
