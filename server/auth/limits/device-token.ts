// A long-lived cookie gives a browser that has once signed in fully its own attempts. Owners are then not locked out when somebody exhausts
// the attempts of an account or an office (docs/decisions/0030).
import { createHmac, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AssuranceLevel } from "#contract/auth.ts";
import { equalSecrets } from "#server/platform/crypto/key-ring.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthSettings } from "../settings.ts";
import { isDeviceGood, readDeviceFacts } from "./devices.store.ts";

/** The prefix makes browsers insist on https where the portal has it. */
const cookieName = ({ publicUrl }: Pick<AuthSettings, "publicUrl">) =>
  publicUrl.startsWith("https://") ? "__Secure-portal_device" : "portal_device";
const PURPOSE = "auth/device";
/** Accounts kept per browser, newest first: colleagues share computers. */
const MAX_ACCOUNTS = 5;

const payloadSchema = z.tuple([
  z.uuid(),
  /** The device's name, under which its attempts are counted. */
  z.string().regex(/^[\w-]{22}$/),
  /** Expiry, seconds since 1970. */
  z.number().int(),
  /** When the password was set, and whether it sufficed then: a new password or second factor invalidates the token. */
  z.string().max(30),
]);
interface DeviceToken {
  userId: string;
  device: string;
  expires: number;
  epoch: string;
  text: string;
}

export type AccountName = { userId: string } | { email: string };

/** Returns the request's device when it holds a valid token of this account, else null. */
export async function deviceOf(request: FastifyRequest, deps: AuthDeps, account: AccountName): Promise<string | null> {
  const userId = "userId" in account ? account.userId : null;
  const email = "email" in account ? account.email : null;
  for (const token of presented(request, deps)) {
    if (userId !== null && token.userId !== userId) continue;
    const isGood = await isDeviceGood(deps.pool, {
      userId: token.userId,
      epoch: token.epoch,
      account: { userId, email },
    });
    if (isGood) return token.device;
  }
  return null;
}

/** Gives the browser a device token. Call it only after the second factor, because the password alone must not give attempts at the other secrets. */
export async function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AuthDeps,
  { userId, aal }: { userId: string; aal: AssuranceLevel },
): Promise<void> {
  const facts = await readDeviceFacts(deps.pool, userId);
  if (facts === null || (facts.has_factor && aal === "aal1")) return;
  const { epoch } = facts;
  const held = presented(request, deps);
  // The same device keeps its count, so that signing in again gains no attempts.
  const device = held.find((token) => token.userId === userId)?.device ?? randomBytes(16).toString("base64url");
  const expires = Math.floor(deps.clock.now().getTime() / 1000) + deps.settings.deviceSeconds;
  const own = signed(deps.encryptor.derive(PURPOSE), [userId, device, expires, epoch]);
  const others = held.filter((token) => token.userId !== userId).map(({ text }) => text);
  const { pathname, protocol } = new URL(`${deps.settings.publicUrl}/auth/v1`);
  const name = cookieName(deps.settings);
  const secure = protocol === "https:" ? "; Secure" : "";
  void reply.header(
    "set-cookie",
    `${name}=${[own, ...others].slice(0, MAX_ACCOUNTS).join("~")}; Path=${pathname}; Max-Age=${deps.settings.deviceSeconds}; HttpOnly; SameSite=Strict${secure}`,
  );
}

function presented(request: FastifyRequest, { encryptor, clock, settings }: AuthDeps): DeviceToken[] {
  const prefix = `${cookieName(settings)}=`;
  const cookie = (request.headers.cookie ?? "")
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  if (cookie === undefined) return [];
  const now = clock.now().getTime() / 1000;
  const secrets = encryptor.deriveAll(PURPOSE);
  return cookie
    .slice(prefix.length)
    .split("~", MAX_ACCOUNTS)
    .flatMap((text) => {
      const token = read(text, secrets);
      return token !== null && token.expires > now ? [token] : [];
    });
}

function read(text: string, secrets: readonly string[]): DeviceToken | null {
  const [body = "", mac = ""] = text.split(".", 2);
  if (!secrets.some((secret) => equalSecrets(macOf(secret, body), mac))) return null;
  // A version of the portal with another form of token may have made it.
  const payload = payloadSchema.safeParse(JSON.parse(Buffer.from(body, "base64url").toString("utf8")));
  if (!payload.success) return null;
  const [userId, device, expires, epoch] = payload.data;
  return { userId, device, expires, epoch, text };
}

function signed(secret: string, payload: z.infer<typeof payloadSchema>): string {
  const body = Buffer.from(JSON.stringify(payload)).toString("base64url");
  return `${body}.${macOf(secret, body)}`;
}

const macOf = (secret: string, body: string) => createHmac("sha256", secret).update(body).digest("base64url");
