// The table "Authentication" of docs/client.md, row by row: the unmodified client gets the answers written there.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AuthWeakPasswordError, type SupabaseClient } from "@supabase/supabase-js";
import { decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { claimsOf, mailedLink, PUBLIC_URL, signIn } from "./auth-server.ts";
import { EMAIL, type MfaWorld, openMfaWorld, PASSWORD } from "./mfa-world.ts";

const [, after = ""] = readFileSync(join(import.meta.dirname, "../../../docs/client.md"), "utf8").split(
  "## Authentication",
);
const rows = (after.split("\n**Why PKCE.**")[0] ?? "")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Request"))
  .map((line) => line.slice(2, -2).split(" | "))
  .map(([request = "", expected = "", got = ""]) => ({
    request,
    elsewhere: /\(`([a-z-]+\.test\.ts)`\)/.exec(got)?.[1],
    says: words(got.startsWith("the same") ? `${expected} ${got}` : got),
  }));

/** Returns the statuses of a cell and the words that stand as code, in their order. */
function words(cell: string): string[] {
  return [...cell.matchAll(/\b([45]\d\d)\b|`([^`]+)`/g)].map(([, status, code]) => status ?? code ?? "");
}

let world: MfaWorld;
beforeAll(async () => {
  world = await openMfaWorld();
});
beforeEach(() => world.reset());
afterAll(() => world.stop());

interface Failed {
  status?: number | undefined;
  code?: string | undefined;
}
const said = (error: Failed | null) => (error === null ? ["done"] : [String(error.status), String(error.code)]);
/** Returns the answer that all the calls got. */
function same(...errors: readonly (Failed | null)[]): string[] {
  const all = new Set(errors.map((error) => said(error).join(" ")));
  return [...all].join(" or ").split(" ");
}
const anna = () => signIn(world.server, EMAIL, PASSWORD);
const tokenOf = async (client: SupabaseClient) => (await client.auth.getSession()).data.session?.access_token ?? "";
const halfway = async () => ({ ...(await world.withApp()), client: await anna() });
const NO_FACTOR = "6b0f6d1e-4f4c-4b4e-9d56-4a4d2f1f0a01";

const RUN: Readonly<Record<string, () => Promise<string[]>>> = {
  "`signInWithPassword`, wrong or unknown": async () => {
    const { auth } = world.server.client();
    return same(
      (await auth.signInWithPassword({ email: EMAIL, password: "fel" })).error,
      (await auth.signInWithPassword({ email: "ingen@example.se", password: PASSWORD })).error,
    );
  },
  "`getClaims`": async () => {
    const client = await anna();
    expect(decodeProtectedHeader(await tokenOf(client)).alg).toBe("ES256");
    const claims = await claimsOf(client);
    return ["email", "phone", "app_metadata", "user_metadata", "is_anonymous"].filter((name) => name in claims);
  },
  "`getUser(jwt)`, broken or ended token": async () => {
    const client = world.server.client();
    const token = await tokenOf(await anna());
    world.move(16 * 60);
    return same((await client.auth.getUser("a.b.c")).error, (await client.auth.getUser(token)).error);
  },
  "`getUser`, session ended elsewhere": async () => {
    const [here, there] = [await anna(), await anna()];
    const bearer = await tokenOf(there);
    await here.auth.signOut({ scope: "others" });
    const { status, body } = await world.server.send({ method: "GET", path: "/user", bearer });
    return [String((await there.auth.getUser()).error?.name), String(status), String(body.error_code)];
  },
  "no token at all": async () => {
    const { status, body } = await world.server.send({ method: "GET", path: "/user" });
    return [String(status), String(body.error_code)];
  },
  "`refreshSession`, unknown token": async () =>
    said((await world.server.client().auth.refreshSession({ refresh_token: "unknown" })).error),
  "`signOut` with `local`, `others`, `global`": async () => {
    const alive = async (...clients: SupabaseClient[]) =>
      Promise.all(clients.map(async (client) => (await client.auth.refreshSession()).error === null));
    const [a, b, c] = [await anna(), await anna(), await anna()];
    await a.auth.signOut({ scope: "local" });
    expect(await alive(a, b, c)).toEqual([false, true, true]);
    await b.auth.signOut({ scope: "others" });
    expect(await alive(b, c)).toEqual([true, false]);
    const d = await anna();
    await b.auth.signOut({ scope: "global" });
    expect(await alive(b, d)).toEqual([false, false]);
    return [];
  },
  "`updateUser({ password })`, too short or too weak": async () => {
    const client = await anna();
    const errors = [
      (await client.auth.updateUser({ password: "abc12" })).error,
      (await client.auth.updateUser({ password: "password" })).error,
    ];
    return errors.map((error) => {
      if (!(error instanceof AuthWeakPasswordError)) throw error ?? new Error("a weak password was taken");
      expect(error.status).toBe(422);
      return JSON.stringify(error.reasons);
    });
  },
  "`updateUser({ data })`": async () => {
    const client = await anna();
    await client.auth.updateUser({ data: { a: 1, b: 2 } });
    const { data } = await client.auth.updateUser({ data: { a: null } });
    expect(data.user?.user_metadata).toEqual({ b: 2 });
    const keys = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 1]));
    return same(
      (await client.auth.updateUser({ data: { text: "x".repeat(4_100) } })).error,
      (await client.auth.updateUser({ data: keys })).error,
      (await client.auth.updateUser({ data: { a: { b: { c: { d: { e: 1 } } } } } })).error,
    );
  },
  "`mfa.enroll`, `challenge`, `verify`, `unenroll`, `listFactors`": async () => {
    const { client, factorId } = await world.withApp();
    expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
    expect((await client.auth.mfa.challenge({ factorId })).error).toBeNull();
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
    expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(0);
    return [];
  },
  "`mfa.*` with a factor id that is none": async () => {
    const { client } = await world.withApp();
    return same(
      (await client.auth.mfa.unenroll({ factorId: NO_FACTOR })).error,
      (await client.auth.mfa.challenge({ factorId: NO_FACTOR })).error,
      (await client.auth.mfa.verify({ factorId: NO_FACTOR, challengeId: NO_FACTOR, code: "123456" })).error,
    );
  },
  "`updateUser` before the second factor": async () => {
    const { auth } = (await halfway()).client;
    const [password, data] = [
      (await auth.updateUser({ password: "ny lång mening här" })).error,
      (await auth.updateUser({ data: { a: 1 } })).error,
    ];
    return [...same(password, data), "data"];
  },
  "`mfa.unenroll` before the second factor": async () => {
    const { client, factorId } = await halfway();
    return said((await client.auth.mfa.unenroll({ factorId })).error);
  },
  "anything else before the second factor": async () => {
    const { client, factorId, secret } = await halfway();
    const { auth } = client;
    const closed = same((await auth.mfa.enroll({ factorType: "totp" })).error, (await auth.reauthenticate()).error);
    const code = "AAAA-AAAA-AAAA-AAAA";
    const open: [string, Failed | null][] = [
      ["getUser", (await auth.getUser()).error],
      ["mfa.listFactors", (await auth.mfa.listFactors()).error],
      ["challenge", (await auth.mfa.challenge({ factorId })).error],
      ["verify", (await world.verify(await anna(), factorId, world.codeOf(secret))).error],
      ["recoveryCodes.verify", (await auth.mfa.recoveryCodes.verify({ code })).error],
      ['signOut({ scope: "local" })', (await auth.signOut({ scope: "local" })).error],
    ];
    return [...closed, ...open.filter(([, error]) => error?.code !== "insufficient_aal").map(([name]) => name)];
  },
  "`resetPasswordForEmail`, `linkIdentity`, default flow": async () => {
    const { auth } = world.server.client({ flowType: "implicit" });
    await auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
    const errors = [
      (await auth.resetPasswordForEmail(EMAIL)).error,
      (await auth.linkIdentity({ provider: "google" })).error,
    ];
    const flow = "flowType: 'pkce'";
    return [...same(...errors), ...(errors.every((error) => error?.message.includes(flow)) ? [flow] : [])];
  },
  '`verifyOtp({ token_hash, type: "recovery" })`': async () => {
    const used: string[] = [];
    for (const flowType of ["implicit", "pkce"] as const) {
      await world.reset();
      await world.server.client().auth.resetPasswordForEmail(EMAIL);
      const link = await mailedLink(world.server, world.admin, "recovery");
      const token_hash = new URL(link, PUBLIC_URL).searchParams.get("token") ?? "";
      const client = world.server.client({ flowType });
      const { data } = await client.auth.verifyOtp({ token_hash, type: "recovery" });
      expect(data.session?.user.email).toBe(EMAIL);
      used.push(token_hash);
    }
    const errors = [...used, "made-up"].map(
      async (token_hash) => (await world.server.client().auth.verifyOtp({ token_hash, type: "recovery" })).error,
    );
    return same(...(await Promise.all(errors)));
  },
  "`signUp`, `signInAnonymously`": async () => {
    const { auth } = world.server.client();
    return same(
      (await auth.signUp({ email: "ny@example.se", password: PASSWORD })).error,
      (await auth.signInAnonymously()).error,
    );
  },
  "`signInWithOtp`, `auth.admin.*`": async () => {
    const { auth } = world.server.client();
    const email = "ny@example.se";
    const id = world.userId();
    return same(
      (await auth.signInWithOtp({ email })).error,
      (await auth.admin.listUsers()).error,
      (await auth.admin.getUserById(id)).error,
      (await auth.admin.createUser({ email, password: PASSWORD })).error,
      (await auth.admin.updateUserById(id, { email })).error,
      (await auth.admin.deleteUser(id)).error,
      (await auth.admin.inviteUserByEmail(email)).error,
      (await auth.admin.generateLink({ type: "magiclink", email })).error,
    );
  },
};

test("each row is run here or by the file it names, and each case has its row", () => {
  expect(rows.length).toBeGreaterThan(20);
  const here = rows.filter(({ elsewhere }) => elsewhere === undefined).map(({ request }) => request);
  expect(Object.keys(RUN).sort()).toEqual(here.sort());
  const files = rows.flatMap(({ elsewhere }) => elsewhere ?? []);
  expect(files.filter((file) => !existsSync(join(import.meta.dirname, file)))).toEqual([]);
});

test.each(rows.filter(({ elsewhere }) => elsewhere === undefined))("$request", async ({ request, says }) => {
  expect(await RUN[request]?.()).toEqual(says);
});
