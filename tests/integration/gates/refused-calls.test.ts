// A gate call that is refused before its passage is logged leaves a visible trace.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operationsStatus } from "#contract/functions/operations-status.ts";
import { REFUSED_CALL_CAUSES, type RefusedCallCause } from "#contract/refused-calls.ts";
import { startLpvSimulator } from "#simulators/axis-lpv/server.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { addCameraGate, type CameraGate } from "#tests/support/camera-gate.ts";
import { signedInClient } from "#tests/support/client.ts";
import { basicAuth, postPlate, type WebhookAccount, webhookAccount, webhookUrl } from "#tests/support/gate-calls.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { nothingComes, paced } from "#tests/support/pace.ts";
import { ended, openRaw } from "#tests/support/raw-sockets.ts";

let portal: TestPortal;
let world: MainWorld;
let account: WebhookAccount;
let camera: CameraGate;
let other: CameraGate;

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  account = await webhookAccount(world.system, world.gateId);
  camera = await addCameraGate(portal, world.system, { name: "Infart med kamera", device: await startLpvSimulator() });
  other = await addCameraGate(portal, world.system, { name: "Utfart med kamera", device: await startLpvSimulator() });
});
afterAll(async () => {
  await camera.device.close();
  await other.device.close();
  await portal.close();
});
beforeEach(async () => {
  await portal.admin.query("update controllers set refused_at = null, refused_cause = null");
  await portal.admin.query("delete from private.refused_calls");
});

/** Reads the time of refusal as a system admin's page does. */
async function refusedAt(gateId: string): Promise<string | null> {
  const { data } = await world.system
    .from("controllers")
    .select("refused_cause, refused_at")
    .eq("id", gateId)
    .single()
    .throwOnError();
  return (data as { refused_cause: string | null }).refused_cause;
}
async function refusedByPortal() {
  const { data } = await world.system.functions.invoke<unknown>("operations-status", { method: "GET" });
  return operationsStatus.reply.parse(data).refused_calls;
}
const seenAtGate = (gateId: string, cause: RefusedCallCause) =>
  expect.poll(() => refusedAt(gateId), { timeout: paced(6_000) }).toBe(cause);
const seenByPortal = (cause: RefusedCallCause, more: object = {}) =>
  expect
    .poll(async () => await refusedByPortal(), { timeout: paced(20_000) })
    .toContainEqual(expect.objectContaining({ cause, ...more }));

const asCamera = (body: string | Uint8Array<ArrayBuffer>, url = camera.url, login = camera.account) =>
  fetch(url, { method: "POST", headers: { authorization: basicAuth(login) }, body });
const event = () => JSON.stringify(camera.device.camera.eventOf("RFS001", "new"));
const wrong = () => ({ ...account, password: "fel" });
const raw = (url: string, login: WebhookAccount, rest: string) => {
  const { pathname, search } = new URL(url);
  return `POST ${pathname}${search} HTTP/1.1\r\nhost: portal\r\nauthorization: ${basicAuth(login)}\r\n${rest}`;
};
/** Runs `work` while a row of that plate cannot be logged. */
async function whileLogFails(plate: string, sqlstate: string, work: () => Promise<void>): Promise<void> {
  await portal.admin.query(
    `create function public.log_fails() returns trigger language plpgsql as $$ begin
       if new.plate_number = '${plate}' then raise exception 'away' using errcode = '${sqlstate}'; end if; return new; end $$;
     create trigger log_fails before insert on access_logs for each row execute function public.log_fails()`,
  );
  try {
    await work();
  } finally {
    await portal.admin.query("drop trigger log_fails on access_logs; drop function public.log_fails()");
  }
}

/** Maps each cause to a call that is refused for it. The compiler requires a call for a new cause. */
const CALLS: Record<RefusedCallCause, () => Promise<unknown>> = {
  webhook_unauthorized: async () => {
    expect((await postPlate(portal.url, { gateId: world.gateId, plate: "RFS001", account: wrong() })).status).toBe(401);
    await seenByPortal("webhook_unauthorized", { gate: "Infart Norr", calls: 1 });
    expect(await refusedAt(world.gateId)).toBeNull();
  },
  read_parameter_missing: async () => {
    const url = `${portal.url}/functions/v1/axxon-webhook?regnr=RFS001`;
    await fetch(url, { method: "POST", headers: { authorization: basicAuth(account) } });
    await seenAtGate(world.gateId, "read_parameter_missing");
  },
  read_too_late: async () => {
    // The rest of this request never comes, so the portal ends the connection.
    const socket = await openRaw(
      portal.url,
      "127.0.0.1",
      raw(camera.url, camera.account, "content-length: 900\r\n\r\n{"),
    );
    await ended(socket.resume());
    await seenAtGate(camera.id, "read_too_late");
  },
  push_unreadable: async () => {
    await asCamera("<event/>");
    await seenAtGate(camera.id, "push_unreadable");
  },
  push_too_large: async () => {
    await asCamera(new Uint8Array(9 * 1024 * 1024));
    await seenAtGate(camera.id, "push_too_large");
  },
  push_unknown_type: async () => {
    await asCamera(event(), camera.url.replace("axis_lpv", "annan"));
    await seenAtGate(camera.id, "push_unknown_type");
  },
  push_from_another_camera: async () => {
    await portal.admin.query("update controllers set device_ip = '192.0.2.7' where id = $1", [camera.id]);
    await portal.admin.query("update controllers set device_ip = '192.0.2.8' where id = $1", [other.id]);
    const headers = { authorization: basicAuth(camera.account), "x-forwarded-for": "192.0.2.8" };
    await expect
      .poll(async () => (await fetch(camera.url, { method: "POST", headers, body: event() })).status, {
        timeout: paced(60_000),
        interval: 500,
      })
      .toBe(409);
    await seenAtGate(camera.id, "push_from_another_camera");
  },
  request_unreadable: async () => {
    const socket = await openRaw(
      portal.url,
      "127.0.0.1",
      raw(camera.url, camera.account, "content-length: 900\r\n\r\n{"),
    );
    // The sender cuts the call off once the portal has the headers.
    await nothingComes(200);
    socket.destroy();
    await seenAtGate(camera.id, "request_unreadable");
  },
  foreign_website: async () => {
    const headers = { authorization: basicAuth(account), "sec-fetch-site": "cross-site" };
    await fetch(webhookUrl(portal.url, world.gateId, "RFS001"), { method: "POST", headers });
    await seenAtGate(world.gateId, "foreign_website");
  },
  address_unknown: async () => {
    const headers = { authorization: basicAuth(account) };
    await fetch(webhookUrl(portal.url, world.gateId, "RFS001"), { method: "PUT", headers });
    await seenAtGate(world.gateId, "address_unknown");
  },
  database_unavailable: () =>
    whileLogFails("RFS501", "57P03", async () => {
      const read = { gateId: world.gateId, plate: "RFS501", account };
      expect((await postPlate(portal.url, read)).status).toBe(503);
      await seenAtGate(world.gateId, "database_unavailable");
    }),
  internal: () =>
    whileLogFails("RFS500", "XX000", async () => {
      const read = { gateId: world.gateId, plate: "RFS500", account };
      expect((await postPlate(portal.url, read)).status).toBe(500);
      await seenAtGate(world.gateId, "internal");
    }),
  bad_http: async () => {
    // A correct call makes the sender known.
    const right = raw(
      webhookUrl(portal.url, world.gateId, "RFS001"),
      account,
      "content-length: 0\r\nconnection: close\r\n\r\n",
    );
    await ended((await openRaw(portal.url, "127.0.0.9", right)).resume());
    await ended((await openRaw(portal.url, "127.0.0.9", "\u0016\u0003\u0001 hello\r\n\r\n")).resume());
    await seenByPortal("bad_http", { address: "127.0.0.9" });
  },
};

describe("a call that is refused", () => {
  test.each(REFUSED_CALL_CAUSES)("for %s is seen", async (cause) => {
    await CALLS[cause]();
  });

  test("is counted by cause, and a known sender's first question without an account counts as none", async () => {
    const read = () => postPlate(portal.url, { gateId: world.gateId, plate: "RFS001", account: wrong() });
    await Promise.all(Array.from({ length: 40 }, read));
    await seenByPortal("webhook_unauthorized", { calls: 40 });
    expect(await refusedByPortal()).toHaveLength(1);
    const url = webhookUrl(portal.url, world.gateId, "RFS001");
    const { pathname, search } = new URL(url);
    const right = raw(url, account, "content-length: 0\r\nconnection: close\r\n\r\n");
    const bare = `POST ${pathname}${search} HTTP/1.1\r\nhost: portal\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`;
    for (const text of [right, bare]) await ended((await openRaw(portal.url, "127.0.0.10", text)).resume());
    for (const text of [bare]) await ended((await openRaw(portal.url, "127.0.0.11", text)).resume());
    await seenByPortal("webhook_unauthorized", { calls: 41, address: "127.0.0.11" });
  });

  test.each([
    ["a request line with a sign that HTTP does not have", (path: string) => `POST ${path}&x=\u0001 HTTP/1.1\r\n\r\n`],
    ["a header without a name", (path: string) => `POST ${path} HTTP/1.1\r\n: portal\r\n\r\n`],
    ["two lengths", (path: string) => `POST ${path} HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n`],
    ["an unknown method", (path: string) => `PUSH ${path} HTTP/1.1\r\n\r\n`],
  ])("for %s is seen, though its sender was never right before", async (_what, call) => {
    const { pathname, search } = new URL(webhookUrl(portal.url, world.gateId, "RFS001"));
    await ended((await openRaw(portal.url, "127.0.0.21", call(pathname + search))).resume());
    await seenByPortal("bad_http", { address: "127.0.0.21", gate: "Infart Norr" });
  });

  test("as no HTTP is seen from the address that a gate is set to, and from no stranger's", async () => {
    await portal.admin.query("update controllers set device_ip = '127.0.0.22' where id = $1", [other.id]);
    const hello = async (from: string) =>
      ended((await openRaw(portal.url, from, "\u0016\u0003\u0001 hello\r\n\r\n")).resume());
    await expect
      .poll(
        async () => {
          await hello("127.0.0.23");
          await hello("127.0.0.22");
          return (await refusedByPortal()).map(({ cause, address }) => `${cause} ${address}`);
        },
        { timeout: paced(60_000), interval: 500 },
      )
      .toEqual(["bad_http 127.0.0.22"]);
  });

  test("changes nothing for others: the neighbour's gate, log and devices are as before", async () => {
    await asCamera("<event/>");
    await seenAtGate(camera.id, "push_unreadable");
    expect([await refusedAt(world.gateId), await refusedAt(other.id)]).toEqual([null, null]);
    await world.savePerson({ firstName: "Test", lastName: "Granne", plate: "RFS900" });
    const answer = await postPlate(portal.url, { gateId: world.gateId, plate: "RFS900", account });
    expect(await answer.json()).toMatchObject({ granted: true });
  });

  test("is not noted as cut off when its sender leaves after the answer, before the end of its body", async () => {
    const socket = await openRaw(
      portal.url,
      "127.0.0.1",
      raw(camera.url, camera.account, `content-length: ${2 ** 30}\r\n\r\n{`),
    );
    await new Promise((resolve) => socket.once("data", resolve));
    socket.destroy();
    await seenAtGate(camera.id, "push_too_large");
    // A later call is recorded whatever the first one has left behind.
    await CALLS.address_unknown();
    expect(await refusedAt(camera.id)).toBe("push_too_large");
  });

  test("is nothing that an organisation's administrator may read", async () => {
    const nord = await signedInClient(portal.url, portal.accounts.nord);
    expect((await nord.from("controllers").select("refused_cause")).status).toBe(403);
    expect((await nord.functions.invoke("operations-status", { method: "GET" })).error).not.toBeNull();
  });
});

test("each refusal in the code of gates has a cause of its own here", () => {
  const root = join(import.meta.dirname, "../../..");
  const door = globSync("server/gates/{*.route,body-in-time,webhook-sender,push-passage,gate-passage}.ts", {
    cwd: root,
  });
  const thrown = door.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/\b\w+Errors\.(\w+)\(/g)].map((match) => match[1] ?? ""),
  );
  expect(thrown.length).toBeGreaterThan(6);
  expect(thrown.filter((name) => !REFUSED_CALL_CAUSES.some((cause) => cause === name))).toEqual([]);
});
