import { seededRandom } from "#scripts/seed/random.ts";
import { FUNCTIONS } from "#server/functions.ts";
import { startTestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";
import { startTestCluster } from "#tests/support/cluster.ts";
import { hostileFor } from "#tests/support/hostile-values.ts";
import { useMemoryFolder } from "#tests/support/memory-folder.ts";
import { plantTenants } from "#tests/support/tenant-world.ts";
import { bodyOfSchema } from "./body-of-schema.ts";
import { readFuzzSchema } from "./schema.ts";

const SEED = Number(process.argv[2] ?? 1),
  N = Number(process.argv[3] ?? 1500);
useMemoryFolder();
const cluster = await startTestCluster();
const log: string[] = [];
const portal = await startTestPortal({ env: { LOG_LEVEL: "error" }, logTo: (l) => log.push(l) });
const world = await plantTenants(portal);
const random = seededRandom(SEED);
const schema = await readFuzzSchema(portal.admin);
const { syd, nord, shared } = world;
const clients = {
  system: await signedInClient(portal.url, portal.accounts.system),
  nord: await signedInClient(portal.url, portal.accounts.nord),
};
const all = [...Object.values(syd), ...Object.values(nord), ...Object.values(shared)]
  .flat()
  .filter((x): x is string => typeof x === "string" && /^[0-9a-f-]{36}$/.test(x));
const odd = new Map<string, string>();
const tally = new Map<string, number>();
let slow: [number, string][] = [];
const send = async (who: "system" | "nord", path: string, body: unknown) => {
  const token = (await clients[who].auth.getSession()).data.session?.access_token ?? "";
  const text = JSON.stringify(body);
  const t = performance.now();
  const r = await fetch(portal.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: text,
    signal: AbortSignal.timeout(60_000),
  }).catch((e) => ({ status: 0, text: async () => String(e) }));
  const reply = await r.text();
  const ms = performance.now() - t;
  slow.push([ms, `${who} ${path} ${text.slice(0, 200)}`]);
  tally.set(`${who} ${path} ${r.status}`, (tally.get(`${who} ${path} ${r.status}`) ?? 0) + 1);
  if (r.status >= 500 || r.status === 0) {
    const k = `${who} ${path} ${(body as any)?.action ?? ""} ${r.status} ${reply.slice(0, 160)}`;
    if (!odd.has(k)) odd.set(k, text.slice(0, 700));
  }
  if (who === "nord" && (reply.includes("SYDHEMLIGT") || syd.unsent.some((x) => reply.includes(x))))
    odd.set(`LEAK ${path} ${text.slice(0, 300)}`, reply.slice(0, 4000));
};
const skip = new Set(["RESTORE"]);
for (let i = 0; i < N; i++) {
  const who = random.next() < Number(process.argv[4] ?? 0.5) ? "system" : "nord";
  if (random.next() < 0.5) {
    const fn = random.pick(FUNCTIONS.filter((f) => f.method === "POST"));
    const body = bodyOfSchema(fn.name, { random, idFor: () => random.pick(all) }) as any;
    if (
      skip.has(body?.action) ||
      (who === "system" &&
        /password|update_email|delete|remove/.test(body?.action ?? "") &&
        fn.name === "admin-manager")
    )
      continue;
    await send(who, `/functions/v1/${fn.name}`, body);
  } else {
    const r = random.pick(schema.routines.filter((x) => x.arguments.length > 0));
    const given = Object.fromEntries(
      r.arguments
        .filter(() => random.next() < 0.9)
        .map(({ name, type }) => [
          name,
          type === "uuid"
            ? random.next() < 0.85
              ? random.pick(all)
              : random.pick(hostileFor(type, all))
            : /timestamp/.test(type) && random.next() < 0.5
              ? "2026-12-01T00:00:00Z"
              : random.pick(hostileFor(type, all)),
        ]),
    );
    await send(who, `/rest/v1/rpc/${r.name}`, given);
  }
}
console.log("odd", odd.size);
for (const [k, v] of odd) console.log("*", k, "\n    ", v);
console.log(
  slow
    .sort((a, b) => b[0] - a[0])
    .slice(0, 6)
    .map(([m, s]) => `${Math.round(m)} ${s}`)
    .join("\n"),
);
const ok = [...tally].filter(([k]) => / 2\d\d$/.test(k));
console.log("2xx", ok.map(([k, n]) => `${k}:${n}`).join("; "));
console.log(
  log
    .slice(0, 8)
    .map((l) => l.slice(0, 700))
    .join("\n"),
);
await portal.close();
await cluster.stop();
process.exit(0);
