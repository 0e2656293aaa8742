// A passkey in software: P-256 credentials as an authenticator and a browser make and use them (WebAuthn level 2).
import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString("base64url");

export interface CeremonyOptions {
  challenge: Uint8Array | ArrayBuffer;
  origin: string;
  rpId: string;
}

/** Makes one credential on one device; `counter` is reported next, and a cloned device falls behind. */
export function softAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const device = { counter: 1 };
  const clientData = (type: string, { challenge, origin }: CeremonyOptions) =>
    Buffer.from(JSON.stringify({ type, challenge: base64url(new Uint8Array(challenge)), origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, flags: number) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(device.counter);
    device.counter += 1;
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  };
  const credential = <T>(response: T) => {
    const json = { id: base64url(id), rawId: base64url(id), type: "public-key", response, clientExtensionResults: {} };
    // auth-js asks the object for its JSON, as it asks a browser's own.
    return { ...json, toJSON: () => json };
  };
  return {
    device,
    create: (options: CeremonyOptions) => {
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const coseKey = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]);
      const authData = Buffer.concat([
        authenticatorData(options.rpId, USER_PRESENT | USER_VERIFIED | ATTESTED),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        isoCBOR.encode(coseKey),
      ]);
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ["fmt", "none"],
        ["attStmt", new Map<string, string>()],
        ["authData", new Uint8Array(authData)],
      ]);
      return credential({
        clientDataJSON: base64url(clientData("webauthn.create", options)),
        attestationObject: base64url(isoCBOR.encode(attestation)),
        transports: ["internal"],
      });
    },
    get: (options: CeremonyOptions) => {
      const data = clientData("webauthn.get", options);
      const authData = authenticatorData(options.rpId, USER_PRESENT | USER_VERIFIED);
      const signature = createSign("sha256")
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(privateKey);
      return credential({
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
      });
    },
  };
}
