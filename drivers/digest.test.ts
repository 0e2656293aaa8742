import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { parseChallenges } from "./challenges.ts";
import { chooseDigest, createDigestSession, type DigestChallenge } from "./digest.ts";

const ACCOUNT = { username: "portal", password: "S3cret-pass" };
const CHALLENGE: DigestChallenge = {
  realm: "AXIS_ACCC8E123456",
  nonce: "5X26hdDPBQA=f1d9367d1b0699f406a95bbf79e35f6e08c5d3af",
  algorithm: "MD5",
  qopAuth: true,
  opaque: null,
  stale: false,
};
const PACS = { method: "POST", uri: "/vapix/pacs" };
const PARAMETERS = { method: "GET", uri: "/axis-cgi/param.cgi?action=list&group=root.Brand,root.Properties" };

const answer = (header: string, name: string) => new RegExp(`${name}="?([^",]+)`).exec(header)?.[1];
const session = (changes: Partial<DigestChallenge> = {}) =>
  createDigestSession({ ...CHALLENGE, ...changes }, ACCOUNT, { cnonce: () => "0a4f113b" });
const choose = (...headers: string[]) => chooseDigest(parseChallenges(headers));

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

describe("answers that a device accepts", () => {
  test.each([
    [PACS, true, "9515958aa0a5e3d8e194e7be747a4bc5"],
    [PARAMETERS, true, "e3a603e60133ca784c0b0cb371583ad0"],
    [PACS, false, "26517e64c5f741a6ceba6a3b6c6bb117"],
    [PARAMETERS, false, "0b3d31d1d24d8ec853f3a7de11154286"],
  ])("worked vector: %o with qop %s", (request, qopAuth, response) => {
    expect(answer(session({ qopAuth }).authorize(request), "response")).toBe(response);
  });

  test("the header repeats the challenge as the device wrote it", () => {
    expect(session({ opaque: 'a"b' }).authorize(PACS)).toBe(
      'Digest username="portal", realm="AXIS_ACCC8E123456", nonce="5X26hdDPBQA=f1d9367d1b0699f406a95bbf79e35f6e08c5d3af", ' +
        'uri="/vapix/pacs", algorithm=MD5, qop=auth, nc=00000001, cnonce="0a4f113b", ' +
        'response="9515958aa0a5e3d8e194e7be747a4bc5", opaque="a\\"b"',
    );
  });

  // Values of the example in RFC 7616, section 3.9.1.
  test.each([
    ["MD5", "8ca523f5e9506fed4657c9700eebdbec"],
    ["SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"],
  ])("the example of the standard with %s", (algorithm, response) => {
    const header = createDigestSession(
      {
        realm: "http-auth@example.org",
        nonce: "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
        opaque: "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS",
        algorithm,
        qopAuth: true,
        stale: false,
      },
      { username: "Mufasa", password: "Circle of Life" },
      { cnonce: () => "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ" },
    ).authorize({ method: "GET", uri: "/dir/index.html" });
    expect(answer(header, "response")).toBe(response);
  });

  test("a -sess key is made once and its cnonce kept", () => {
    const digest = createDigestSession({ ...CHALLENGE, algorithm: "SHA-256-sess" }, ACCOUNT);
    const headers = [digest.authorize(PACS), digest.authorize(PACS)];
    const cnonces = headers.map((header) => answer(header, "cnonce") ?? "");
    expect(cnonces[0]).toBe(cnonces[1]);
    const plain = hash(`portal:${CHALLENGE.realm}:S3cret-pass`);
    const ha1 = hash(`${plain}:${CHALLENGE.nonce}:${cnonces[0]}`);
    const ha2 = hash("POST:/vapix/pacs");
    expect(answer(headers[1] ?? "", "response")).toBe(
      hash(`${ha1}:${CHALLENGE.nonce}:00000002:${cnonces[0]}:auth:${ha2}`),
    );
  });

  test("the count rises in hexadecimal and begins anew with a new nonce", () => {
    const digest = session();
    const counts = Array.from({ length: 17 }, () => answer(digest.authorize(PACS), "nc"));
    expect([counts[0], counts[9], counts[16]]).toEqual(["00000001", "0000000a", "00000011"]);
    expect(answer(session({ nonce: "another" }).authorize(PACS), "nc")).toBe("00000001");
  });
});

describe("choosing among what a device offers", () => {
  // Covers: device.2
  test("a challenge as a device sends it, with '=' inside the nonce", () => {
    expect(
      choose(
        'Digest realm="AXIS_ACCC8EC43707", nonce="5X26hdDPBQA=f1d9367d1b0699f406a95bbf79e35f6e08c5d3af", algorithm=MD5, stale=true, qop="auth"',
      ),
    ).toEqual({ ...CHALLENGE, realm: "AXIS_ACCC8EC43707", stale: true });
  });

  const md5 = 'Digest realm="r", nonce="m", algorithm=MD5, qop="auth"';
  const sha = 'Digest realm="r", nonce="s", algorithm=SHA-256, qop="auth,auth-int"';
  test.each([
    ["in several headers", [md5, 'Basic realm="r"', sha]],
    ["in one header", [`Basic realm="r", ${md5}, ${sha}`]],
    ["in one header, the other way round", [`${sha}, Basic realm="a, b", Negotiate abc==, ${md5}`]],
  ])("the stronger of several challenges %s", (_where, headers) => {
    expect(choose(...headers)?.nonce).toBe("s");
  });

  test("a challenge without qop and algorithm is the older form", () => {
    expect(choose('Digest realm="r",nonce="n"')).toMatchObject({ algorithm: null, qopAuth: false });
    expect(session({ algorithm: null }).authorize(PACS)).not.toContain("algorithm");
  });

  test.each([
    ["no digest at all", 'Basic realm="x"'],
    ["an algorithm that we cannot make", 'Digest realm="r", nonce="n", algorithm=SHA-512-256, qop="auth"'],
    ["only auth-int", 'Digest realm="r", nonce="n", qop="auth-int"'],
    ["no nonce", 'Digest realm="r", qop="auth"'],
    ["a line break in the nonce", 'Digest realm="r", nonce="a\r\nX-Evil: 1"'],
    ["nothing", ""],
    ["nonsense", ',,= =;"'],
  ])("%s is not answered", (_what, header) => {
    expect(choose(header)).toBeNull();
  });
});

test("a header of any bytes is read without an error", () => {
  const alphabet = ['"', "=", ",", " ", "\\", "Digest", "nonce", "realm", "a", "Basic", "\t", "qop", "auth"];
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let round = 0; round < 5_000; round += 1) {
    const parts = Array.from(
      { length: Math.floor(random() * 14) },
      () => alphabet[Math.floor(random() * alphabet.length)],
    );
    const challenges = parseChallenges([parts.join("")]);
    expect(challenges.every((one) => one.scheme !== "")).toBe(true);
  }
});
