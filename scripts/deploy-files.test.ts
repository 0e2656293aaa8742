// Checks that files named in deploy/ exist: otherwise only installers would notice.
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
const isThere = (path: string) => existsSync(new URL(`../${path}`, import.meta.url));

// Covers: running.19
test("every file that the image, the units and the proxies name is there", () => {
  const named = ["Dockerfile", "portal.service"].flatMap((file) =>
    [
      ...read(`deploy/${file}`).matchAll(
        /(?<![\w@/-])(?:\.\/)?((?:scripts|server|tests|bench|simulators)\/[\w./-]+\.ts)/g,
      ),
    ].map(([, path = ""]) => path),
  );
  expect(new Set(named)).toContain("scripts/start.ts");
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
  // $uri lacks the query, which holds a gate's plate; $request and $request_uri include it.
  expect(nginx).toMatch(/log_format portal .*\$uri/);
  expect(nginx).not.toMatch(/log_format .*\$request(_uri)?[" ]/);
});

test("in the containers the proxy reaches no database, the database nobody, and no process gains rights", () => {
  const services = new Map(
    [...read("deploy/compose.yaml").matchAll(/^ {2}(\w+):\n((?: {4}.*\n|\n)+)/gm)].map(([, name, body = ""]) => [
      name,
      body,
    ]),
  );
  expect([...services.keys()]).toEqual(["postgres", "portal", "proxy"]);
  const networks = [...services.values()].map((body) => /^ {4}networks: \[(.*)\]$/m.exec(body)?.[1]);
  expect(networks).toEqual(["back", "front, back", "front"]);
  expect(read("deploy/compose.yaml")).toMatch(/^networks: .*back: \{ internal: true \}/m);
  for (const body of services.values()) expect(body).toContain("security_opt: [no-new-privileges:true]");
  expect(services.get("portal")).toContain("cap_drop: [ALL]");
  // Every setting of .env reaches the portal, not only those that compose.yaml names.
  expect(services.get("portal")).toContain("env_file: .env");
  // A reader without the sources loads the image; compose.build.yaml builds it.
  expect(services.get("portal")).toMatch(/^ {4}image: access-portal:\$\{PORTAL_VERSION:-latest\}$/m);
  expect(read("deploy/compose.yaml")).not.toContain("build:");
  expect(read("deploy/compose.build.yaml")).toMatch(/^ {2}portal:\n {4}build: /m);
});

function serviceOf(file: string): Map<string, string[]> {
  const [, section = ""] = read(`deploy/${file}`).split("[Service]");
  const found = new Map<string, string[]>();
  for (const line of (section.split(/^\[/m)[0] ?? "").split("\n")) {
    const [, name, value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined) found.set(name, [...(found.get(name) ?? []), value]);
  }
  return found;
}

describe.each(["portal.service"])("%s", (file) => {
  const service = serviceOf(file);

  test.each([
    ["User", "portal"],
    ["NoNewPrivileges", "yes"],
    ["CapabilityBoundingSet", ""],
    ["AmbientCapabilities", ""],
    ["ProtectSystem", "strict"],
    ["ProtectHome", "yes"],
    ["PrivateTmp", "yes"],
    ["PrivateDevices", "yes"],
    ["ProtectKernelTunables", "yes"],
    ["ProtectKernelModules", "yes"],
    ["ProtectKernelLogs", "yes"],
    ["ProtectControlGroups", "yes"],
    ["ProtectClock", "yes"],
    ["ProtectHostname", "yes"],
    ["ProtectProc", "invisible"],
    ["RestrictNamespaces", "yes"],
    ["RestrictRealtime", "yes"],
    ["RestrictSUIDSGID", "yes"],
    ["LockPersonality", "yes"],
    ["SystemCallArchitectures", "native"],
    ["SystemCallErrorNumber", "EPERM"],
    ["LimitCORE", "0"],
    ["UMask", "0077"],
    ["StateDirectoryMode", "0700"],
  ])("%s=%s", (name, value) => {
    expect(service.get(name)).toEqual([value]);
  });

  test("bounds memory, tasks and open files", () => {
    expect(service.get("MemoryMax")?.[0]).toMatch(/^\d+[MG]$/);
    expect(service.get("MemoryHigh")?.[0]).toMatch(/^\d+[MG]$/);
    expect(Number(service.get("TasksMax")?.[0])).toBeGreaterThan(100);
    expect(Number(service.get("LimitNOFILE")?.[0])).toBeGreaterThanOrEqual(4096);
  });

  test("makes no call of the kernel beyond a service's, and no socket but those it needs", () => {
    expect(service.get("SystemCallFilter")).toEqual(["@system-service", "~@privileged"]);
    // Without AF_NETLINK a process cannot list its own addresses (os.networkInterfaces), which devices may not use.
    expect(service.get("RestrictAddressFamilies")).toEqual(["AF_UNIX AF_INET AF_INET6 AF_NETLINK"]);
    for (const address of ["169.254.169.254", "fd00:ec2::254", "fd20:ce::254"])
      expect(service.get("IPAddressDeny")?.[0]?.split(" ")).toContain(address);
    expect(service.has("MemoryDenyWriteExecute")).toBe(false); // V8 compiles at run time.
  });
});
