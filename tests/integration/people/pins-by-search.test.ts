// Search by digits is a second way to stored PINs. Without a step-up it reveals no more than the account's quota.
import { afterAll, expect, test } from "vitest";
import { PIN_SEARCHES } from "#contract/limits.ts";
import { openRuleWorld } from "#tests/integration/security/rules/world.ts";
import { startAnotherServer } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";

const world = await openRuleWorld();
const second = await startAnotherServer(world.portal);
afterAll(async () => {
  await second.close();
  await world.close();
});
const { nord } = world.portal.accounts;
const clients = [await signedInClient(world.portal.url, nord), await signedInClient(second.url, nord)];
let turn = 0;
async function search(query: string) {
  const client = clients[(turn += 1) % 2];
  if (client === undefined) throw new Error("there are two clients");
  return client.rpc("search_end_users", { query });
}
const rows = async () =>
  (await world.sql("select key from auth.rate_limits where key like 'pin-search%'")).map((row) => String(row["key"]));

test("all two-digit terms, asked in parallel of two servers, are answered as often as the quota allows", async () => {
  await world.person();
  const replicas = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, "0"));
  const answers = await Promise.all(replicas.map(search));
  const [, allowed] = PIN_SEARCHES[2];
  expect(answers.filter((one) => one.status === 200)).toHaveLength(allowed.hour);
  expect(JSON.stringify(answers.find((one) => one.status === 429)?.error)).toContain("sifferkombinationer");
});

test("longer digits have quotas of their own, a further page is free, and names and plates do not count", async () => {
  for (let n = 0; n < 3; n++) expect((await search("481")).status).toBe(200);
  const [, allowed] = PIN_SEARCHES[1];
  const triples = Array.from({ length: allowed.hour + 5 }, (_, n) => String(n + 100));
  const answered = (await Promise.all(triples.map(search))).filter((one) => one.status === 200);
  expect(answered).toHaveLength(allowed.hour - 1);
  for (const query of ["nora", "MLB 84A", "7", "1234567"]) expect((await search(query)).status, query).toBe(200);
  expect((await search("481")).status).toBe(200);
  expect((await search("4816")).status).toBe(200);
  const asked = (await rows()).filter((key) => key.includes("/"));
  expect(asked).toHaveLength(PIN_SEARCHES[2][1].hour + allowed.hour + 1);
  for (const key of asked) expect(key).toMatch(/\/[0-9a-f]{16}$/);
});
