import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";

/** Returns 256 random bits in base64url. */
export const newSecret = () => randomBytes(32).toString("base64url");
/** Makes digits for people to type; they are safe only behind attempt limits. */
export const newDigits = () => String(randomInt(1_000_000)).padStart(6, "0");

/** Derives the code of a link. It is the same each time: a mail scanner that opens the link first takes nothing from the person. */
export const codeOfLink = (secret: string) => createHmac("sha256", secret).update("code").digest("base64url");
/** Returns the SHA-256 of a secret: only this is stored. */
export const digestOf = (secret: string) => createHash("sha256").update(secret).digest();
