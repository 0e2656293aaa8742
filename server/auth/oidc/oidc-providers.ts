// OpenID Connect providers of the environment, discovered on first use.

import type { Configuration } from "openid-client";
import { oidcErrors } from "#contract/errors/oidc.ts";
import type { OidcProvider } from "#server/platform/config.ts";
import { AuthError } from "../errors.ts";

export interface OidcProviders {
  readonly names: readonly string[];
  /** Opens a provider. Throws AuthError: 400 for an unknown name, 503 when the provider is unreachable. */
  open(name: string): Promise<{ provider: OidcProvider; configuration: Configuration }>;
}

const TIMEOUT_SECONDS = 10;

/** Creates the providers. `open` throws AuthError for an unknown name, and when the provider cannot be discovered now. */
export function createOidcProviders(providers: readonly OidcProvider[]): OidcProviders {
  const known = new Map<string, Promise<Configuration>>();
  return {
    names: providers.map(({ name }) => name),
    open: async (name) => {
      const provider = providers.find((candidate) => candidate.name === name);
      if (!provider) {
        throw new AuthError(oidcErrors.oauth_provider_not_supported());
      }
      const asked = known.get(name) ?? discover(provider);
      known.set(name, asked);
      try {
        return { provider, configuration: await asked };
      } catch (cause) {
        // Not cached, so that the next attempt retries.
        known.delete(name);
        throw new AuthError(oidcErrors.oidc_provider_silent(), {
          cause,
        });
      }
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcProvider): Promise<Configuration> {
  // Loaded on first use: most installations have no provider.
  const { allowInsecureRequests, discovery } = await import("openid-client");
  const address = new URL(issuer);
  // Plain http is allowed only to this machine: elsewhere anybody on the way could pose as the provider.
  const local = address.protocol === "http:" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(address.hostname);
  return discovery(address, clientId, clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    ...(local ? { execute: [allowInsecureRequests] } : {}),
  });
}
