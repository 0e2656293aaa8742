import { Agent, request } from "node:https";
import { startAxisSimulator } from "./axis/server.ts";
import { basicHeader } from "./testing/call-device.ts";

const PEOPLE_EACH = 40;
const CALLS_EACH = 3;
const LIMIT_MB = 400;

const count = Number(process.argv[2] ?? 500);
const megabytes = (): number => Math.round(process.memoryUsage.rss() / 1024 / 1024);
const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxCachedSessions: 0 });

const before = megabytes();
const started = performance.now();
const devices = [];
for (let index = 0; index < count; index += 1) {
  devices.push(await startAxisSimulator({ doors: 4, seed: { crowd: PEOPLE_EACH } }));
}
const startMs = Math.round(performance.now() - started);
const idle = megabytes();
for (const device of devices) for (let call = 0; call < CALLS_EACH; call += 1) await listUsers(device.url);
const used = megabytes();
process.stdout.write(
  `${count} controllers with ${PEOPLE_EACH} people each: start ${startMs} ms, ` +
    `resident ${before} MB before, ${idle} MB listening, ${used} MB with a connection open on each ` +
    `(client included); limit ${LIMIT_MB} MB: ${used <= LIMIT_MB ? "kept" : "EXCEEDED"}\n`,
);
agent.destroy();
await Promise.all(devices.map((device) => device.close()));
process.exitCode = used <= LIMIT_MB ? 0 : 1;

async function listUsers(url: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const headers = { authorization: basicHeader("portal", "S3cret-pass") };
    const call = request(`${url}/vapix/pacs`, { method: "POST", agent, headers }, (response) => {
      response.resume();
      response.on("end", resolve);
    });
    call.on("error", reject);
    call.end('{"axudb:GetUserList":{}}');
  });
}
