// Computes PostgreSQL's stored password (RFC 5802, 7677), so that `alter role` never carries the plain one.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

// PostgreSQL's default (scram_iterations). The password is random, so more adds nothing.
const ITERATIONS = 4096;

/** Returns the verifier. Throws RangeError outside printable ASCII, which would need SASLprep. */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  if (!/^[\x21-\x7e]+$/.test(password)) throw new RangeError("the database password must be printable ASCII");
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, "sha256");
  const storedKey = createHash("sha256").update(hmac(salted, "Client Key")).digest("base64");
  const serverKey = hmac(salted, "Server Key").toString("base64");
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
