// TOTP (RFC 6238): SHA-1, six digits, thirty seconds, which every authenticator app supports.
import { Secret, TOTP } from "otpauth";
import type { PoolClient } from "pg";
import { encode } from "uqr";
import type { Clock } from "#drivers/clock.ts";
import type { Encryptor } from "../sessions/signing-keys.ts";
import { claimTotpStep, type FactorRow } from "./factors.store.ts";

const PERIOD_SECONDS = 30;
/** Steps accepted before and after the present one: tolerates a clock that is a minute off. */
const WINDOW_STEPS = 2;
const SECRET_BYTES = 20;

const encryptedFor = (factorId: string) => `mfa_factors.encrypted_secret.${factorId}`;

export interface NewTotp {
  encryptedSecret: string;
  totp: { qr_code: string; secret: string; uri: string };
}

/** Makes a secret, with a QR code (SVG) and a URI for an authenticator app. */
export function newTotp(
  encryptor: Encryptor,
  { id, email, issuer }: { id: string; email: string; issuer: string },
): NewTotp {
  const secret = new Secret({ size: SECRET_BYTES });
  const uri = new TOTP({ issuer, label: email, secret, period: PERIOD_SECONDS }).toString();
  return {
    encryptedSecret: encryptor.encryptText(secret.base32, encryptedFor(id)),
    totp: { qr_code: qrCode(uri), secret: secret.base32, uri },
  };
}

/** Tells whether a code is right and newer than the last one. */
export async function acceptTotp(
  client: PoolClient,
  { factor, code, encryptor, clock }: { factor: FactorRow; code: string; encryptor: Encryptor; clock: Clock },
): Promise<boolean> {
  if (factor.encrypted_secret === null) return false;
  const secret = Secret.fromBase32(encryptor.openText(factor.encrypted_secret, encryptedFor(factor.id)));
  const timestamp = clock.now().getTime();
  const delta = new TOTP({ secret, period: PERIOD_SECONDS }).validate({ token: code, timestamp, window: WINDOW_STEPS });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
  return claimTotpStep(client, factor.id, step);
}

/** Draws the code as one black path on white. auth-js puts the SVG into a data URL unescaped, so it must contain no `#`. */
function qrCode(text: string): string {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x},${y}h1v1h-1z`] : []))).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="white"/><path d="${path}" fill="black"/></svg>`;
}
