import type { SupabaseClient } from "@supabase/supabase-js";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  type AuthFixture,
  type AuthServer,
  claimsOf,
  makeUser,
  openAuthFixture,
  PUBLIC_URL,
  signIn,
  startAuthServer,
} from "./auth-server.ts";
import { softAuthenticator } from "./soft-authenticator.ts";

const EMAIL = "anna@example.se";
const PASSWORD = "korrekt häst batteri";
const RP_ID = "portal.test";
const HERE = { origin: PUBLIC_URL, rpId: RP_ID };
const ASKED = { rpId: RP_ID, rpOrigins: [PUBLIC_URL] };

const withChallenge = z.object({
  webauthn: z.object({
    credential_options: z.object({ publicKey: z.object({ challenge: z.instanceof(ArrayBuffer) }) }),
  }),
});
const challengeOf = (asked: unknown) => withChallenge.parse(asked).webauthn.credential_options.publicKey.challenge;
/** Casts to the browser's class, which auth-js wants and uses only for `toJSON`. */
const browserObject = z.custom<never>((value) => typeof value === "object");
const asBrowserObject = (credential: object) => browserObject.parse(credential);

type Authenticator = ReturnType<typeof softAuthenticator>;

describe("a passkey", () => {
  let fixture: AuthFixture;
  let database: AuthFixture["database"];
  let admin: pg.Pool;
  let server: AuthServer;

  beforeAll(async () => {
    fixture = await openAuthFixture();
    ({ database, admin, server } = fixture);
  });
  beforeEach(async () => {
    await admin.query("delete from auth.rate_limits; delete from auth.users");
    await makeUser(server, EMAIL, PASSWORD);
  });
  afterAll(() => fixture.close());

  const begin = async (client: SupabaseClient, friendlyName = "Datorn") => {
    const { data, error } = await client.auth.mfa.enroll({ factorType: "webauthn", friendlyName });
    if (error) throw error;
    return data.id;
  };
  const challenge = async (client: SupabaseClient, factorId: string) => {
    const { data, error } = await client.auth.mfa.challenge({ factorId, webauthn: ASKED });
    if (error) throw error;
    return data;
  };
  const answer = async (
    client: SupabaseClient,
    { factorId, authenticator, place = HERE }: { factorId: string; authenticator: Authenticator; place?: typeof HERE },
  ) => {
    const asked = await challenge(client, factorId);
    const { type } = asked.webauthn;
    const options = { ...place, challenge: challengeOf(asked) };
    const response = type === "create" ? authenticator.create(options) : authenticator.get(options);
    return client.auth.mfa.verify({
      factorId,
      challengeId: asked.id,
      webauthn: { ...ASKED, type, credential_response: asBrowserObject(response) },
    });
  };
  /** Shows the password again in the same session. */
  const reauthenticated = async (client: SupabaseClient) => {
    const { data } = await client.auth.getSession();
    const { status } = await server.post(
      "/reauthenticate",
      { current_password: PASSWORD },
      { authorization: `Bearer ${data.session?.access_token}` },
    );
    expect(status).toBe(200);
  };
  const withPasskey = async () => {
    const client = await signIn(server, EMAIL, PASSWORD);
    const authenticator = softAuthenticator();
    const factorId = await begin(client);
    const { error } = await answer(client, { factorId, authenticator });
    if (error) throw error;
    return { client, factorId, authenticator };
  };

  it("is made and lifts the session", async () => {
    const { client, factorId } = await withPasskey();
    expect(await claimsOf(client)).toMatchObject({
      aal: "aal2",
      amr: [{ method: "password" }, { method: "mfa/webauthn" }],
    });
    expect((await client.auth.mfa.listFactors()).data?.webauthn).toMatchObject([{ id: factorId, status: "verified" }]);
  });

  // Covers: 7.3, auth.12
  it("is used at the next sign-in, again and again", async () => {
    const { factorId, authenticator } = await withPasskey();
    for (let i = 0; i < 3; i += 1) {
      const client = await signIn(server, EMAIL, PASSWORD);
      expect((await claimsOf(client)).aal).toBe("aal1");
      expect((await answer(client, { factorId, authenticator })).error).toBeNull();
      expect((await claimsOf(client)).aal).toBe("aal2");
    }
  });

  it("is offered on any kind of device, for this host only, and not twice on one", async () => {
    const { client, factorId } = await withPasskey();
    const request = await challenge(client, factorId);
    expect(request.webauthn.credential_options.publicKey).toMatchObject({ rpId: RP_ID, hints: [] });
    const second = await challenge(client, await begin(client, "Nyckelringen"));
    expect(second.webauthn).toMatchObject({
      type: "create",
      credential_options: {
        publicKey: {
          rp: { id: RP_ID },
          attestation: "none",
          hints: [],
          authenticatorSelection: { authenticatorAttachment: "any" },
        },
      },
    });
    const { publicKey } = second.webauthn.credential_options;
    expect("excludeCredentials" in publicKey ? publicKey.excludeCredentials : []).toHaveLength(1);
  });

  it.each([
    ["another page that looks the same", { origin: "http://portal.test.evil.example", rpId: RP_ID }],
    ["the same host over another port", { origin: "http://portal.test:8443", rpId: RP_ID }],
    ["another host's key", { origin: PUBLIC_URL, rpId: "evil.example" }],
  ])("signed for %s is refused", async (_what, place) => {
    const { factorId, authenticator } = await withPasskey();
    const client = await signIn(server, EMAIL, PASSWORD);
    expect((await answer(client, { factorId, authenticator, place })).error?.code).toBe("mfa_verification_failed");
    expect((await claimsOf(client)).aal).toBe("aal1");
  });

  it("another authenticator is refused, and so is one that makes a new key where one is asked to sign", async () => {
    const { factorId } = await withPasskey();
    const client = await signIn(server, EMAIL, PASSWORD);
    const strange = softAuthenticator();
    expect((await answer(client, { factorId, authenticator: strange })).error?.code).toBe("mfa_verification_failed");
    const asked = await challenge(client, factorId);
    const made = strange.create({
      ...HERE,
      challenge: challengeOf(asked),
    });
    const replaced = await client.auth.mfa.verify({
      factorId,
      challengeId: asked.id,
      webauthn: { ...ASKED, type: "create", credential_response: asBrowserObject(made) },
    });
    expect(replaced.error?.code).toBe("mfa_verification_failed");
  });

  it("an answer to one challenge is none to another, and a cloned key is noticed by its counter", async () => {
    const { factorId, authenticator } = await withPasskey();
    const client = await signIn(server, EMAIL, PASSWORD);
    const first = await challenge(client, factorId);
    const signed = authenticator.get({
      ...HERE,
      challenge: challengeOf(first),
    });
    const second = await challenge(client, factorId);
    const send = (challengeId: string) =>
      client.auth.mfa.verify({
        factorId,
        challengeId,
        webauthn: { ...ASKED, type: "request", credential_response: asBrowserObject(signed) },
      });
    expect((await send(second.id)).error?.code).toBe("mfa_verification_failed");
    expect((await send(first.id)).error).toBeNull();
    authenticator.device.counter = 1;
    const clone = await signIn(server, EMAIL, PASSWORD);
    expect((await answer(clone, { factorId, authenticator })).error?.code).toBe("mfa_verification_failed");
  });

  it("that was begun and given up is finished at an unlocked computer only by who says who they are", async () => {
    const client = await signIn(server, EMAIL, PASSWORD);
    const factorId = await begin(client);
    await admin.query(
      `update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password',
         'timestamp', floor(extract(epoch from clock_timestamp()))::bigint - 301))`,
    );
    const { error } = await client.auth.mfa.challenge({ factorId, webauthn: ASKED });
    expect(error?.code).toBe("reauthentication_needed");
    expect((await client.auth.updateUser({ password: "taget av en annan" })).error?.code).toBe(
      "reauthentication_needed",
    );
    expect((await claimsOf(client)).aal).toBe("aal1");
    await reauthenticated(client);
    expect((await answer(client, { factorId, authenticator: softAuthenticator() })).error).toBeNull();
  });

  it("is not available at an IP address, and the page learns it", async () => {
    const byAddress = await startAuthServer(database, { publicUrl: "http://192.168.1.20:8080" });
    const client = await signIn(byAddress, EMAIL, PASSWORD);
    const { error } = await client.auth.mfa.enroll({ factorType: "webauthn", friendlyName: "Datorn" });
    await byAddress.stop();
    expect(error?.code).toBe("mfa_webauthn_enroll_not_enabled");
  });
});
