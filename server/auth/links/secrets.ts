import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";

export const newSecret = () => randomBytes(32).toString("base64url");
/** Makes digits for people to type; they are safe only behind attempt limits. */
export const newDigits = () => String(randomInt(1_000_000)).padStart(6, "0");

/** Derives the code of a link. It is the same each time: a mail scanner that opens the link first takes nothing from the person. */
export const codeOfLink = (secret: string) => createHmac("sha256", secret).update("code").digest("base64url");
export const digestOf = (secret: string) => createHash("sha256").update(secret).digest();
