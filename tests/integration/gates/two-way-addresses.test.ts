// Some addresses read as one machine and connect to another. On every path such an address gets no password and is not stored.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deviceUrl } from "#contract/device-address.ts";
import { controllerManager } from "#contract/functions/controller-manager.ts";
import { relayPreset } from "#contract/relay-presets.ts";
import { type RelaySimulator, startRelaySimulator } from "#simulators/relay/server.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { ONE_WAY_HOSTS, TWO_WAY_HOSTS } from "#tests/support/two-way-addresses.ts";

let portal: TestPortal;
let world: MainWorld;
let relay: RelaySimulator;
let id: string;

const sentence = {
  code: "invalid_body",
  field: "device_ip",
  error: expect.stringContaining("utan inledande nollor"),
};
const manage = (body: object) => callFunction(world.system, "controller-manager", body);
const ask = (body: object) => callFunction(world.system, "axxon-proxy", body);
const form = (device_ip: string) => ({
  device_ip,
  device_port: relay.port,
  username: "portal",
  password: "S3cret-pass",
  relay_request: relayPreset("2n"),
});
const named = (device_ip: string) => ({ ...form(device_ip), name: "Grind", device_type: "http_relay" });
const stored = async () =>
  (await portal.admin.query("select device_ip from controllers where id = $1", [id])).rows[0]?.device_ip;

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  relay = await startRelaySimulator({ brand: "2n" });
  const made = await manage({ action: "CREATE", payload: named(relay.host) });
  id = controllerManager.CREATE.reply.parse(made.body).controller.id;
});
afterAll(async () => {
  await relay.close();
  await portal.close();
});

describe.each(TWO_WAY_HOSTS)("%j", (host) => {
  test("is refused in a form, by a test, a search and a saving, and nobody is asked", async () => {
    const before = relay.requests.total();
    for (const answer of [
      await manage({ action: "CREATE", payload: named(host) }),
      await manage({ action: "UPDATE", id, payload: { device_ip: `http://${host}`, password: "S3cret-pass" } }),
      await ask({ action: "TEST_CONNECTION", ...form(host) }),
      await ask({ action: "FIND_CONNECTION", device_ip: host, device_port: relay.port }),
      await callFunction(world.system, "axis-proxy", { action: "FIND_CONNECTION", device_ip: `${host}:${relay.port}` }),
    ])
      expect(answer).toMatchObject({ status: 400, body: sentence });
    expect([relay.requests.total() - before, await stored()]).toEqual([0, relay.host]);
  });

  test("is refused by table calls, alone and among others", async () => {
    const row = (device_ip: string) => ({ name: "Tabell", device_type: "axxon_lpr", device_ip });
    const count = async () => (await portal.admin.query("select count(*)::int from controllers")).rows[0].count;
    const before = await count();
    for (const { error } of [
      await world.system.from("controllers").insert(row(host)),
      await world.system.from("controllers").insert([row("gate.example"), row(`https://${host}/lpr`)]),
      await world.system.from("controllers").upsert({ id, ...row(host) }),
      await world.system.from("controllers").update({ device_ip: host }).eq("id", id),
    ])
      expect(error).not.toBeNull();
    expect([await count(), await stored()]).toEqual([before, relay.host]);
  });
});

test("the page's rule and the database's say the same of every host", async () => {
  const hosts = [...TWO_WAY_HOSTS, ...ONE_WAY_HOSTS];
  const addresses = hosts.flatMap((host) => [host, `https://${host}`, `${host}/lpr`, ` http://${host} `]);
  const { rows } = await portal.admin.query(
    "select array(select private.reads_one_way(a) from unnest($1::text[]) with ordinality as u (a, place) order by place) as said",
    [addresses],
  );
  const ours = addresses.map((device_ip) => deviceUrl({ device_ip, device_port: null }) !== "ambiguous");
  expect(rows[0].said).toEqual(ours);
  expect(ours.filter(Boolean)).toHaveLength(ONE_WAY_HOSTS.length * 4);
});
