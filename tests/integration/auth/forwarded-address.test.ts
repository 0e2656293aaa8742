// Limits and the audit use the caller's address, so only a named proxy may state it.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal({ env: { TRUSTED_PROXIES: "10.9.0.0/16" } });
});
beforeEach(async () => {
  await portal.admin.query("delete from auth.rate_limits");
});
afterAll(async () => {
  await portal.close();
});

async function consumedBy(peer: string, forwarded: string | null): Promise<string[]> {
  const { statusCode } = await portal.server.app.http.inject({
    method: "POST",
    url: "/auth/v1/token?grant_type=password",
    remoteAddress: peer,
    headers: forwarded === null ? {} : { "x-forwarded-for": forwarded },
    payload: { email: "ingen@test.example", password: "fel" },
  });
  expect(statusCode).toBe(400);
  const { rows } = await portal.admin.query("select key from auth.rate_limits where key like 'address:%'");
  return rows.map(({ key }) => key);
}

// Covers: auth.37
test.each([
  ["nobody says another", "203.0.113.9", null, "203.0.113.9/32"],
  ["an outsider names somebody else's", "203.0.113.9", "192.0.2.1", "203.0.113.9/32"],
  ["an outsider names this machine", "203.0.113.9", "127.0.0.1", "203.0.113.9/32"],
  ["a proxy on this machine names its caller", "127.0.0.1", "192.0.2.1", "192.0.2.1/32"],
  ["a proxy of TRUSTED_PROXIES names its caller", "10.9.3.1", "192.0.2.1", "192.0.2.1/32"],
  ["a caller of a proxy wrote names of its own first", "10.9.3.1", "127.0.0.1, 10.9.0.1, 192.0.2.1", "192.0.2.1/32"],
  ["two proxies stand in a row", "10.9.3.1", "192.0.2.1, 10.9.0.7", "192.0.2.1/32"],
  ["a proxy names a port beside it", "10.9.3.1", "192.0.2.1:51234", "192.0.2.1/32"],
  ["a proxy names a port beside an IPv6 address", "10.9.3.1", "[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"],
  ["two proxies in a row are named with their ports", "10.9.3.1", "192.0.2.1:51234, 10.9.0.7:443", "192.0.2.1/32"],
  ["a caller of such a proxy calls itself one", "10.9.3.1", "192.0.2.9, 10.9.0.7:443, 192.0.2.1:80", "192.0.2.1/32"],
  ["one subscriber takes another address of the own /64", "2001:db8:1:2::9", null, "2001:db8:1:2::/64"],
  ["IPv4 comes as IPv6", "::ffff:203.0.113.9", null, "203.0.113.9/32"],
])("where %s, the attempt is charged to the right one", async (_what, peer, forwarded, owner) => {
  expect(await consumedBy(peer, forwarded)).toEqual([`address:${owner}`]);
});

test.each([
  ["a link-local address with its zone", "fe80::1%eth0", null],
  ["a proxy that names a port", "127.0.0.1", "198.51.100.7:4711"],
  ["a proxy that knows no caller", "127.0.0.1", "unknown"],
])("a change that comes from %s is made, with its audit row", async (_what, peer, forwarded) => {
  const { email, password } = portal.accounts.system;
  const send = (url: string, payload: object, headers: Record<string, string> = {}) =>
    portal.server.app.http.inject({
      method: "POST",
      url,
      remoteAddress: peer,
      headers: { ...headers, ...(forwarded === null ? {} : { "x-forwarded-for": forwarded }) },
      payload,
    });
  const signedIn = await send("/auth/v1/token?grant_type=password", { email, password });
  expect(signedIn.statusCode).toBe(200);
  const { access_token } = signedIn.json<{ access_token: string }>();
  const name = `Brf ${peer} ${forwarded}`;
  const made = await send("/rest/v1/organizations", { name }, { authorization: `Bearer ${access_token}` });
  expect(made.statusCode).toBe(201);
  const { rowCount } = await portal.admin.query(
    "select from audit where action = 'organizations.insert' and subject_name = $1",
    [name],
  );
  expect(rowCount).toBe(1);
});
