import { randomInt } from "node:crypto";

/** Leaves out 0/o and 1/l/i, which look alike. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 5;
const GROUP_LENGTH = 4;

/** Returns a password such as "k7fm-2xqa-…": 20 characters of 31, about 99 random bits. */
export function newTemporaryPassword(): string {
  return Array.from({ length: GROUPS }, group).join("-");
}

function group(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}
