import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { signatureFault } from "./signature.ts";

// The example of AWS's own documents: a list of a bucket.
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const login = {
  accessKey: "AKIAIOSFODNN7EXAMPLE",
  secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
  now: new Date("2013-05-24T00:00:00Z"),
};
const call = (change: object = {}): IncomingMessage =>
  Object.assign(Object.create(null), {
    method: "GET",
    url: "/?max-keys=2&prefix=J",
    headers: {
      host: "examplebucket.s3.amazonaws.com",
      "x-amz-date": "20130524T000000Z",
      "x-amz-content-sha256": EMPTY,
      authorization:
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;x-amz-content-sha256;x-amz-date,Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
      ...change,
    },
  });
const fault = (change: object = {}, more: object = {}, body = "") =>
  signatureFault(call(change), Buffer.from(body), { ...login, ...more });

test("the simulator takes the signature of AWS's own example, and nothing that differs from it", () => {
  expect(fault()).toBeNull();
  expect(fault({ host: "another.example" })).toBe("SignatureDoesNotMatch");
  expect(fault({}, { secretKey: "another" })).toBe("SignatureDoesNotMatch");
  expect(fault({}, { accessKey: "another" })).toBe("InvalidAccessKeyId");
  expect(fault({}, { region: "eu-north-1" })).toBe("AuthorizationHeaderMalformed");
  expect(fault({}, { now: new Date("2013-05-24T00:15:01Z") })).toBe("RequestTimeTooSkewed");
  expect(fault({}, {}, "a body")).toBe("XAmzContentSHA256Mismatch");
  expect(fault({ "x-amz-acl": "public-read" })).toBe("AccessDenied");
  expect(fault({ authorization: undefined })).toBe("AccessDenied");
});
