import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { scramVerifier } from "./scram-verifier.ts";

test("the verifier authenticates the server of RFC 7677's example exchange", () => {
  const verifier = scramVerifier("pencil", Buffer.from("W22ZaJ0SNY7soEsUEjb6gQ==", "base64"));
  expect(verifier).toMatch(/^SCRAM-SHA-256\$4096:W22ZaJ0SNY7soEsUEjb6gQ==\$[A-Za-z0-9+/=]{44}:[A-Za-z0-9+/=]{44}$/);
  const serverKey = Buffer.from(verifier.split(":").at(-1) ?? "", "base64");
  const exchange = [
    "n=user,r=rOprNGfwEbeRWgbNEkqO",
    "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096",
    "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0",
  ].join(",");
  expect(createHmac("sha256", serverKey).update(exchange).digest("base64")).toBe(
    "6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=",
  );
});

test("two verifiers of one password share no salt", () => {
  expect(scramVerifier("pencil")).not.toBe(scramVerifier("pencil"));
});

test.each(["", "lösenord", "with space", "line\nbreak"])("the password %j is refused", (password) => {
  expect(() => scramVerifier(password)).toThrow(RangeError);
});
