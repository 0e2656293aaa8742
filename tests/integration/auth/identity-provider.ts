// A real OpenID Connect provider (oidc-provider) on loopback, and a browser walking through it.
import { createServer } from "node:http";
import { Provider } from "oidc-provider";

export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
}

export interface IdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Signs in as `person`; returns the provider's redirect and its answer. */
  walk(url: string, person: Person): Promise<URL>;
  /** Makes `person` the next visitor, in a new browser. */
  expect(person: Person): void;
  stop(): Promise<void>;
}

export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const people = new Map<string, Person>();
  let signingIn: Person | null = null;
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  const clientId = "portal";
  const clientSecret = "a secret between portal and provider";
  const provider = new Provider(issuer, {
    clients: [
      { client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri], response_types: ["code"] },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    cookies: { keys: ["a key for the cookies of a test"] },
    features: { devInteractions: { enabled: false } },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    // Grants everything: tests are about identity, not consent.
    loadExistingGrant: async (context) => {
      const grant = new provider.Grant({ clientId, accountId: context.oidc.session?.accountId ?? "" });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction/") && signingIn !== null) {
      void provider.interactionFinished(request, response, { login: { accountId: signingIn.sub } });
    } else {
      void answer(request, response);
    }
  });
  const meet = (person: Person) => {
    people.set(person.sub, person);
    signingIn = person;
  };
  return {
    issuer,
    clientId,
    clientSecret,
    expect: meet,
    walk: async (url, person) => {
      meet(person);
      return walk(new URL(url), redirectUri);
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Follows redirects with cookies until one leaves for the client. */
async function walk(start: URL, until: string): Promise<URL> {
  const jar = new Map<string, string>();
  let next = start;
  for (let i = 0; i < 10; i += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await fetch(next, { redirect: "manual", headers: { cookie } });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = reply.headers.get("location");
    if (location === null) throw new Error(`the provider answered ${reply.status}: ${await reply.text()}`);
    next = new URL(location, next);
    if (next.href.startsWith(until)) return next;
  }
  throw new Error("the provider sends the browser round in circles");
}
