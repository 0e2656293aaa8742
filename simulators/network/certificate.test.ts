import { createSecureContext } from "node:tls";
import { expect, test } from "vitest";
import { makeCertificate } from "./certificate.ts";

test("a certificate of any length is one that TLS accepts", () => {
  for (let length = 1; length <= 48; length += 1) {
    const { cert, key } = makeCertificate("n".repeat(length));
    expect(() => createSecureContext({ cert, key }), `a name of ${length}`).not.toThrow();
  }
});
