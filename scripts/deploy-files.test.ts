// What deploy/ names must be there: a moved script would be found out by whoever installs, and not before.
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
const isThere = (path: string) => existsSync(new URL(`../${path}`, import.meta.url));

test("every file that the image, the units and the proxies name is there", () => {
  const named = ["Dockerfile", "portal.service", "portal-backup.service"].flatMap((file) =>
    [
      ...read(`deploy/${file}`).matchAll(
        /(?<![\w@/-])(?:\.\/)?((?:scripts|server|tests|bench|simulators)\/[\w./-]+\.ts)/g,
      ),
    ].map(([, path = ""]) => path),
  );
  expect(new Set(named)).toContain("scripts/start.ts");
  expect(new Set(named)).toContain("scripts/backup.ts");
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});

test("no key and no password that stands beside compose.yaml gets into the image", () => {
  expect(read(".dockerignore").split("\n")).toEqual(
    expect.arrayContaining([".git", "node_modules", "data", ".demo", "**/.env"]),
  );
});

test("both proxies hide the figures, allow WebSockets their minute, and keep plates out of the log", () => {
  const [options = "", site = ""] = read("deploy/Caddyfile").split("{$PORTAL_HOST}");
  expect(options).toMatch(/exclude http\.log\.error/);
  expect(site).toMatch(/path \/metrics/);
  expect(site).not.toMatch(/^\s*log\b/m);
  const nginx = read("deploy/nginx.conf");
  expect(nginx).toMatch(/location = \/metrics \{ return 404; \}/);
  expect(nginx).toMatch(/proxy_set_header Upgrade \$http_upgrade/);
  expect(nginx).toMatch(/error_log \S+ crit;/);
  // $uri is without the query, in which a gate's plate stands; $request and $request_uri are with it.
  expect(nginx).toMatch(/log_format portal .*\$uri/);
  expect(nginx).not.toMatch(/log_format .*\$request(_uri)?[" ]/);
});
