// Runs the examples of docs/client.md together: `expression; // → value` says what a line must give.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";

const document = readFileSync(join(import.meta.dirname, "../../../docs/client.md"), "utf8");
const script = [...document.matchAll(/```js\n([\s\S]*?)```/g)].map(([, block = ""]) => block).join("\n");
const EXAMPLE = /^(\S.*); \/\/ → (.+)$/gm;

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  await portal.admin.query(
    `with people as (insert into end_users (organization_id, first_name, last_name)
       values ($1, 'Alva', 'A'), ($1, 'Bo', 'B'), ($1, 'Cecilia', 'C') returning id, first_name)
     insert into credentials (end_user_id, credential_type, credential_value, vehicle_type, validity_period, valid_to)
     select id, 'license_plate', 'MLB84A', 'Bil', '12_months', now() + interval '1 year' from people where first_name = 'Alva'`,
    [portal.accounts.nord.organizationId],
  );
});
afterAll(() => portal.close());

test("the examples do what stands beside them", async () => {
  const reported: unknown[] = [];
  const expected = [...script.matchAll(EXAMPLE)].map(([, , value = ""]): unknown => JSON.parse(value));
  expect(expected.length).toBeGreaterThan(14);
  const counted = script.replaceAll(EXAMPLE, (_line, expression: string) => `reported.push(${expression});`);
  const { email, password } = portal.accounts.nord;
  const context = { createClient, url: portal.url, email, password, reported, fetch, setTimeout, clearTimeout };
  await runInNewContext(`(async () => {\n${counted}\n})()`, context);
  expect(JSON.parse(JSON.stringify(reported))).toEqual(expected);
});
