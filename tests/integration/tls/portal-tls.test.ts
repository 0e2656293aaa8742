// The portal speaks TLS itself. Clients that trust only its authority, or a certificate from files, reach every part of it.
import { X509Certificate } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { get as getPlain } from "node:http";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type DetailedPeerCertificate } from "node:tls";
import { Agent as Dispatcher, WebSocket } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TLS_AUTHORITY_PATH } from "#contract/portal-certificate.ts";
import { askReady } from "#scripts/lib/ask-ready.ts";
import { freePort } from "#scripts/lib/free-port.ts";
import { loadConfig } from "#server/platform/config.ts";
import { openTls, requireTransport } from "#server/tls/serve-tls.ts";
import { makeCertificate } from "#simulators/network/certificate.ts";
import { startAnotherServer, startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { paced } from "#tests/support/pace.ts";

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Asks over TLS, trusting nothing but `ca`. */
function ask(
  address: string,
  {
    ca,
    method = "GET",
    body,
    servername,
    agent = new Agent({ ca, keepAlive: false, ...(servername !== undefined && { servername }) }),
  }: { ca: string; method?: string; body?: object; servername?: string; agent?: Agent },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      address,
      { method, agent, headers: body === undefined ? {} : { "content-type": "application/json" } },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (piece: string) => {
          text += piece;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      },
    );
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Returns the certificate that is served, without trusting it. */
function served(url: string): Promise<DetailedPeerCertificate> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate(true));
      socket.end();
    });
    socket.on("error", reject);
  });
}

const patient = { timeout: paced(30_000) };

describe("with an authority of its own", () => {
  let portal: TestPortal;
  let ca: string;
  let redirectPort: number;

  beforeAll(async () => {
    redirectPort = await freePort();
    portal = await startTestPortal({ env: { TLS: "internal", HTTP_REDIRECT_PORT: String(redirectPort) } });
    const { issuerCertificate } = await served(portal.url);
    ca = new X509Certificate(issuerCertificate.raw).toString();
  });
  afterAll(() => portal.close());

  const signIn = async () => {
    const { email, password } = portal.accounts.system;
    return ask(`${portal.url}/auth/v1/token?grant_type=password`, { ca, method: "POST", body: { email, password } });
  };

  // Covers: running.33
  test("a client that trusts only the authority reaches it by every name, and one that does not is refused", async () => {
    expect(portal.url).toMatch(/^https:/);
    expect(await ask(`${portal.url}/readyz`, { ca })).toMatchObject({ status: 200 });
    const { port } = new URL(portal.url);
    expect(await ask(`https://127.0.0.1:${port}/healthz`, { ca, servername: "localhost" })).toMatchObject({
      status: 200,
    });
    await expect(ask(`${portal.url}/readyz`, { ca, servername: "other.example" })).rejects.toThrow(/altnames/);
    await expect(ask(`${portal.url}/readyz`, { ca: makeCertificate("another").cert })).rejects.toThrow(/certificate/);
  });

  // Covers: running.33
  test("the authority's certificate is handed out without a sign-in, and is the one that is served", async () => {
    const answer = await ask(portal.url + TLS_AUTHORITY_PATH, { ca });
    expect(answer).toMatchObject({ status: 200, headers: { "content-type": "application/x-x509-ca-cert" } });
    const handed = new X509Certificate(answer.text);
    expect(handed.ca).toBe(true);
    expect(handed.fingerprint256).toBe(new X509Certificate(ca).fingerprint256);
    expect(new X509Certificate((await served(portal.url)).raw).checkIssued(handed)).toBe(true);
    expect(answer.text).not.toContain("PRIVATE");
  });

  // Covers: running.19
  test("a container's health check takes the certificate for the public name alone", async () => {
    const port = Number(new URL(portal.url).port);
    const asked = { host: "127.0.0.1", port, tls: "internal" as const, tlsCertFile: null };
    expect(await askReady({ ...asked, publicUrl: null })).toBeNull();
    expect(await askReady({ ...asked, publicUrl: null, host: "0.0.0.0" })).toBeNull();
    // A portal that listens on one address of the machine is asked there.
    expect(await askReady({ ...asked, publicUrl: null, host: "127.0.0.9" })).toMatch(/127\.0\.0\.9|no answer/);
    expect(await askReady({ ...asked, publicUrl: "https://other.example" })).toMatch(/altnames/);
    expect(await askReady({ ...asked, publicUrl: null, port: await freePort() })).toMatch(/ECONNREFUSED/);
  });

  // Covers: running.33
  test("its key is stored encrypted, and the certificate's own key not at all", async () => {
    const { rows } = await portal.admin.query<{ encrypted_private_key: string }>("select * from auth.tls_authorities");
    expect(rows).toHaveLength(1);
    expect(rows[0]?.encrypted_private_key).toMatch(/^p1:[0-9a-f]{8}:[\w-]+$/);
  });

  // Covers: running.33
  test("replies are for https alone: HSTS, a secure cookie, and addresses of this scheme", async () => {
    const answer = await signIn();
    expect(answer.status).toBe(200);
    expect(answer.headers["strict-transport-security"]).toMatch(/^max-age=31536000/);
    expect(String(answer.headers["content-security-policy"])).toContain(portal.url.replace(/^https/, "wss"));
    for (const cookie of answer.headers["set-cookie"] ?? []) expect(cookie).toMatch(/__Secure-.*; Secure/);
    const claims: unknown = JSON.parse(
      Buffer.from(String(JSON.parse(answer.text).access_token).split(".")[1] ?? "", "base64url").toString(),
    );
    expect(claims).toMatchObject({ iss: `${portal.url}/auth/v1` });
  });

  // Covers: running.33
  test("realtime is reached over the same certificate", async () => {
    const socket = new WebSocket(`${portal.url.replace(/^https/, "wss")}/realtime/v1/websocket?vsn=1.0.0`, {
      dispatcher: new Dispatcher({ connect: { ca } }),
    });
    const answered = new Promise<unknown>((resolve, reject) => {
      socket.addEventListener("error", reject);
      socket.addEventListener("open", () =>
        socket.send(JSON.stringify({ topic: "phoenix", event: "heartbeat", ref: "1", payload: {} })),
      );
      socket.addEventListener("message", ({ data }) => resolve(JSON.parse(String(data))));
    });
    expect(await answered).toMatchObject({ topic: "phoenix", payload: { status: "ok" } });
    socket.close();
  });

  // Covers: running.33
  test("plain HTTP on the other port is sent on, and learns nothing else", async () => {
    const answer = await new Promise<Pick<Answer, "status" | "headers">>((resolve, reject) => {
      getPlain(`http://127.0.0.1:${redirectPort}/auth?next=%2F`, ({ statusCode, headers, ...response }) => {
        resolve({ status: statusCode ?? 0, headers });
        void response;
      }).on("error", reject);
    });
    expect(answer).toMatchObject({ status: 308, headers: { location: `${portal.url}/auth?next=%2F` } });
    await expect(fetch(portal.url.replace(/^https/, "http"))).rejects.toThrow();
    expect(await ask(`${portal.url}/readyz`, { ca })).toMatchObject({ status: 200 });
  });

  // Covers: running.33
  test("a second server serves with the same authority, and its own certificate", async () => {
    await using another = Object.assign(await startAnotherServer(portal), {
      [Symbol.asyncDispose]: () => another.close(),
    });
    expect(await ask(`${another.url}/readyz`, { ca })).toMatchObject({ status: 200 });
    const [one, two] = await Promise.all([served(portal.url), served(another.url)]);
    expect(two.fingerprint256).not.toBe(one.fingerprint256);
    expect((await portal.admin.query("select from auth.tls_authorities")).rowCount).toBe(1);
  });

  // Covers: running.33
  test("connections over TLS are counted as those without: working, then idle", async () => {
    const agent = new Agent({ ca, keepAlive: true, maxSockets: 1 });
    const asked = () =>
      new Promise<string>((resolve, reject) => {
        request(`${portal.url}/metrics`, { agent }, (response) => {
          let text = "";
          response.on("data", (piece) => {
            text += String(piece);
          });
          response.on("end", () => resolve(text));
        })
          .on("error", reject)
          .end();
      });
    await asked();
    const text = await asked();
    agent.destroy();
    expect(text).toMatch(/portal_connections\{state="working"\} [1-9]/);
  });
});

describe("with files", () => {
  let folder: string;
  let portal: TestPortal;
  const [first, second] = [makeCertificate("first"), makeCertificate("second", "rsa")];
  const cert = () => join(folder, "fullchain.pem");
  const key = () => join(folder, "privkey.pem");
  const fingerprint = async () => (await served(portal.url)).fingerprint256.replaceAll(":", "").toLowerCase();
  const put = async (pair: { cert: string; key: string }) => {
    await writeFile(key(), pair.key);
    await writeFile(cert(), pair.cert);
  };
  const warned: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "access-portal-tls-"));
    await put(first);
    portal = await startTestPortal({
      env: { TLS_CERT_FILE: cert(), TLS_KEY_FILE: key(), LOG_LEVEL: "warn" },
      logTo: (line) => warned.push(line),
    });
  });
  afterAll(async () => {
    await portal.close();
    await rm(folder, { recursive: true, force: true });
  });

  // Covers: running.34
  test("a renewed certificate is served without a restart, and an open connection goes on", async () => {
    expect(await fingerprint()).toBe(first.sha256);
    const open = new Agent({ ca: first.cert, keepAlive: true, maxSockets: 1 });
    expect(await ask(`${portal.url}/readyz`, { ca: first.cert, agent: open })).toMatchObject({ status: 200 });
    await put(second);
    await expect.poll(fingerprint, patient).toBe(second.sha256);
    expect(await ask(`${portal.url}/readyz`, { ca: second.cert })).toMatchObject({ status: 200 });
    expect(await ask(`${portal.url}/readyz`, { ca: first.cert, agent: open })).toMatchObject({ status: 200 });
    open.destroy();
  });

  // Covers: running.34
  test("files that cannot be used leave the certificate from before, with a warning, until they are right", async () => {
    await writeFile(cert(), "no certificate");
    await expect.poll(() => warned.some((line) => line.includes("no_certificate")), patient).toBe(true);
    expect(await fingerprint()).toBe(second.sha256);
    await writeFile(cert(), first.cert);
    await expect.poll(() => warned.some((line) => line.includes("other_key")), patient).toBe(true);
    await rm(key());
    await expect.poll(() => warned.some((line) => line.includes("unreadable")), patient).toBe(true);
    expect(await ask(`${portal.url}/readyz`, { ca: second.cert })).toMatchObject({ status: 200 });
    await writeFile(key(), first.key);
    await expect.poll(fingerprint, patient).toBe(first.sha256);
  });

  test("the trouble with files is over when they are back as they were", async () => {
    const { clock, log, keys, pools } = portal.server.deps;
    await put(first);
    const config = loadConfig({ TLS_CERT_FILE: cert(), TLS_KEY_FILE: key() });
    const tls = await openTls({ config, clock, log, keys, pool: pools.auth });
    const stop = new AbortController();
    const kept = tls.keep(20, stop.signal, () => undefined);
    await writeFile(key(), second.key);
    await expect.poll(() => tls.trouble(), patient).toBe("other_key");
    await writeFile(key(), first.key);
    await expect.poll(() => tls.trouble(), patient).toBeNull();
    stop.abort();
    await kept;
  });
});

describe("with files that end soon", () => {
  // Covers: running.34
  test("the portal raises an alert by itself, and ends it when new files are in use", async () => {
    const folder = await mkdtemp(join(tmpdir(), "access-portal-tls-"));
    const [certFile, keyFile] = [join(folder, "fullchain.pem"), join(folder, "privkey.pem")];
    const put = async (pair: { cert: string; key: string }) => {
      await writeFile(keyFile, pair.key);
      await writeFile(certFile, pair.cert);
    };
    await put(makeCertificate("soon", "ec", new Date(Date.now() + 10.5 * 86_400_000)));
    const portal = await startTestPortal({ env: { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } });
    const alerts = async () =>
      (
        await portal.admin.query(
          "select detail, cleared_at is not null as cleared from alerts where kind = 'portal_certificate'",
        )
      ).rows;
    await expect.poll(alerts, patient).toEqual([{ detail: { days: 10 }, cleared: false }]);
    await put(makeCertificate("later"));
    await expect.poll(alerts, patient).toEqual([{ detail: { days: 10 }, cleared: true }]);
    await portal.close();
    await rm(folder, { recursive: true, force: true });
  });
});

describe("a start is refused, by name and with what to do,", () => {
  const NOW = new Date("2026-11-29T08:00:00Z");
  let folder: string;
  const { cert, key } = makeCertificate("portal");
  const { key: otherKey } = makeCertificate("other", "rsa");
  const put = async (name: string, text: string) => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "access-portal-tls-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const start = async (files: { cert?: string; key?: string }, now = NOW) => {
    const env = {
      TLS_CERT_FILE: files.cert === undefined ? join(folder, "missing.pem") : await put("cert.pem", files.cert),
      TLS_KEY_FILE: files.key === undefined ? join(folder, "missing.key") : await put("key.pem", files.key),
    };
    await requireTransport(loadConfig(env), now);
  };

  // Covers: running.34
  test.each([
    ["a certificate that is missing", { key }, NOW, /missing\.pem.*kan inte läsas.*cannot be read/],
    ["a key that is missing", { cert }, NOW, /missing\.key.*kan inte läsas/],
    ["a file that is no certificate", { cert: key, key }, NOW, /cert\.pem.*inget certifikat/],
    ["a file that is no key", { cert, key: cert }, NOW, /key\.pem.*ingen privat nyckel/],
    ["a key of another certificate", { cert, key: otherKey }, NOW, /key\.pem.*hör inte till/],
    ["a certificate that has expired", { cert, key }, new Date("2050-01-01"), /cert\.pem.*har gått ut.*klocka/],
    ["a certificate that is not valid yet", { cert, key }, new Date("2001-01-01"), /cert\.pem.*gäller inte än.*klocka/],
  ])("for %s", async (_name, files, now, sentence) => {
    await expect(start(files, now)).rejects.toThrow(sentence);
    await expect(start(files, now)).rejects.toThrow(expect.objectContaining({ name: "ConfigError" }));
    await expect(start({ cert, key })).resolves.toBeUndefined();
  });

  // Covers: running.34
  test("for settings that contradict each other", () => {
    expect(() => loadConfig({ TLS_CERT_FILE: "a" })).toThrow(/TLS_KEY_FILE/);
    expect(() => loadConfig({ TLS_KEY_FILE: "a" })).toThrow(/TLS_CERT_FILE/);
    expect(() => loadConfig({ TLS: "internal", TLS_CERT_FILE: "a", TLS_KEY_FILE: "b" })).toThrow(/inte båda/);
    expect(() => loadConfig({ HTTP_REDIRECT_PORT: "80" })).toThrow(/HTTP_REDIRECT_PORT/);
  });

  // Covers: running.34
  test("for plain HTTP that other machines would reach, unless it is allowed", async () => {
    const outside = { HOST: "0.0.0.0" };
    await expect(requireTransport(loadConfig(outside), NOW)).rejects.toThrow(/ALLOW_HTTP=yes/);
    await expect(requireTransport(loadConfig({ ...outside, ALLOW_HTTP: "yes" }), NOW)).resolves.toBeUndefined();
    const proxied = { ...outside, PUBLIC_URL: "https://portal.example", TRUSTED_PROXIES: "172.16.0.0/12" };
    await expect(requireTransport(loadConfig(proxied), NOW)).resolves.toBeUndefined();
  });
});
