import { z } from "zod";
import { callAuth, dataOf, requireDone } from "#web/lib/auth-call.ts";
import { backend } from "#web/lib/backend.ts";
import { authError } from "#web/lib/errors.ts";

export interface SignInWays {
  /** OpenID Connect providers, as the server names them. */
  providers: string[];
  /** Text messages can be sent. */
  sms: boolean;
  /** Letters leave the server. */
  mail: boolean;
  /** The browser has passkeys, and the portal a name to bind them to. */
  passkeys: boolean;
}

const settingsSchema = z.object({
  external: z.record(z.string(), z.boolean()),
  sms_provider: z.string(),
  mail_configured: z.boolean(),
});
/** Names in `external` that are no providers. */
const NO_PROVIDERS = new Set(["email", "phone", "anonymous_users"]);

/** Throws BackendError. */
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

/** Leaves for the provider. Throws BackendError. */
export async function signInThrough(provider: string): Promise<void> {
  const options = { redirectTo: `${location.origin}/auth` };
  dataOf(await backend.auth.signInWithOAuth({ provider: known(provider), options }));
}

/** Leaves for the provider; the way back leads to the page that is open. Throws BackendError `reauthentication_needed`. */
export async function linkThrough(provider: string): Promise<void> {
  const options = { redirectTo: location.origin + location.pathname };
  dataOf(await backend.auth.linkIdentity({ provider: known(provider), options }));
}

/** Throws BackendError. */
export async function unlink(identityId: string): Promise<void> {
  const identities = dataOf(await backend.auth.getUserIdentities()).identities;
  const identity = identities.find((candidate) => candidate.identity_id === identityId);
  if (!identity) throw authError({ message: "", code: "not_found", status: 404 });
  requireDone(await backend.auth.unlinkIdentity(identity));
}

/** An IP address: passkeys need a name. */
const isAddress = (host: string) => /^[\d.]+$/.test(host) || host.includes(":");

/** auth-js lists the providers of its own service; ours are those of the environment. */
type Known = Parameters<typeof backend.auth.signInWithOAuth>[0]["provider"];
function known(provider: string): Known {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sent as it is; the server knows its own names
  return provider as Known;
}
