// Makes certificates; a small DER writer covers the one form that is needed.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

export interface DeviceCertificate {
  cert: string;
  key: string;
  /** Fingerprint of the DER certificate, hex: the value that a client pins. */
  sha256: string;
}

type KeyKind = "ec" | "rsa";
interface DeviceKeys {
  privateKey: KeyObject;
  publicKey: KeyObject;
  privatePem: string;
}

const sharedKeys = new Map<KeyKind, DeviceKeys>();

function deviceKeys(kind: KeyKind): DeviceKeys {
  const known = sharedKeys.get(kind);
  if (known) return known;
  const made =
    kind === "ec"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : generateKeyPairSync("rsa", { modulusLength: 2048 });
  const keys = { ...made, privatePem: made.privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
  sharedKeys.set(kind, keys);
  return keys;
}

const LAST_DAY = new Date("2049-12-31T23:59:59Z");

/** Makes a certificate: P-256 or RSA, valid from 2020 to `validTo` (before 2050), loopback as alternative name. Every call gives another fingerprint. */
export function makeCertificate(commonName: string, kind: KeyKind = "ec", validTo = LAST_DAY): DeviceCertificate {
  const { privateKey, publicKey, privatePem } = deviceKeys(kind);
  const signedWith =
    kind === "ec"
      ? sequence(oid([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]))
      : sequence(oid([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b]), der(0x05, Buffer.alloc(0)));
  const name = sequence(der(0x31, sequence(oid([0x55, 0x04, 0x03]), der(0x0c, Buffer.from(commonName)))));
  const serial = randomBytes(16);
  serial[0] = (serial[0] ?? 0) & 0x7f || 0x01;
  const toBeSigned = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    signedWith,
    name,
    sequence(utcTime("200101000000Z"), utcTime(utcText(validTo))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(subjectAltName())),
  );
  const signature = sign("sha256", toBeSigned, privateKey);
  const certificate = sequence(toBeSigned, signedWith, der(0x03, Buffer.from([0]), signature));
  // No line break after the last line: OpenSSL refuses an empty one.
  const base64 = certificate.toString("base64").replace(/.{64}(?=.)/g, "$&\n");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: privatePem,
    sha256: createHash("sha256").update(certificate).digest("hex"),
  };
}

function subjectAltName(): Buffer {
  const names = sequence(der(0x82, Buffer.from("localhost")), der(0x87, Buffer.from([127, 0, 0, 1])));
  return sequence(oid([0x55, 0x1d, 0x11]), der(0x04, names));
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const integer = (bytes: Buffer): Buffer => der(0x02, bytes);
const oid = (bytes: number[]): Buffer => der(0x06, Buffer.from(bytes));
const utcText = (at: Date): string => `${at.toISOString().replace(/\D/g, "").slice(2, 14)}Z`;
const utcTime = (text: string): Buffer => der(0x17, Buffer.from(text));
