// Pushes passwords of devices, and those that gates call with.
import { z } from "zod";
import type { Bench } from "./secret-bench.ts";

export async function devicePassword({ call, newText, random, world }: Bench): Promise<void> {
  const password = newText("device");
  const payload = {
    name: "Låda",
    device_type: "axis",
    device_ip: "192.0.2.9",
    device_port: 443,
    username: "root",
    enabled: false,
  };
  await random.pick([
    () =>
      call("controller-manager CREATE", "system", {
        path: "/functions/v1/controller-manager",
        body: { action: "CREATE", payload: { ...payload, password } },
      }),
    () =>
      call("insert of a controller", "system", {
        path: "/rest/v1/controllers?select=*",
        headers: { prefer: "return=representation" },
        body: {
          name: "Låda",
          device_type: "axis",
          device_ip: "192.0.2.9",
          username: "root",
          password_encrypted: password,
          enabled: false,
          organization_id: null,
        },
      }),
    () =>
      call("test of a form", "system", {
        path: "/functions/v1/axis-proxy",
        body: { action: "TEST_CONNECTION", device_ip: "127.0.0.1", device_port: 9, username: "root", password },
      }),
    () =>
      call("test of a form", "system", {
        path: "/functions/v1/axxon-proxy",
        body: { action: "TEST_CONNECTION", device_ip: "10.0.0.1:x", device_port: 80, username: password, password },
      }),
    () =>
      call("controller-manager UPDATE", "system", {
        path: "/functions/v1/controller-manager",
        body: { action: "UPDATE", id: world.gateId, payload: { password } },
      }),
  ])();
}

export async function webhookPassword({ call, learn, world }: Bench): Promise<void> {
  const shown = await call("get-webhook-credentials", "system", {
    method: "GET",
    path: `/functions/v1/get-webhook-credentials?controller_id=${world.gateId}`,
    shows: true,
  });
  const { username, password } = z.object({ username: z.string(), password: z.string() }).parse(shown);
  learn(password);
  await call("webhook", "nobody", {
    path: `/functions/v1/axxon-webhook?regnr=ABC123&gateid=${world.gateId}`,
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` },
  });
}
