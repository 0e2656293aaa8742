import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { domainsOf, testsOfDomains } from "./domain-tests.ts";
import { root } from "./paths.ts";

const files = [
  "server/people/plate.rules.test.ts",
  "server/jobs.test.ts",
  "web/features/people/components/people-list.test.tsx",
  "web/lib/people/name.test.ts",
  "tests/integration/people/search.test.ts",
  "tests/integration/people-lists/other.test.ts",
  "tests/integration/audit/audit.test.ts",
  "tests/e2e/people/import.test.ts",
  "tests/coverage.test.ts",
];

test("a domain's tests are those of its folder at the server, the page, the integration and the browser", () => {
  expect(testsOfDomains(["people"], files)).toEqual({
    unit: ["server/people/", "web/features/people/", "web/lib/people/"],
    integration: ["tests/integration/people/"],
    browser: ["tests/e2e/people/"],
  });
});

test("a part in which the domain has no test is left out, and several domains are added up", () => {
  expect(testsOfDomains(["audit"], files)).toEqual({
    unit: [],
    integration: ["tests/integration/audit/"],
    browser: [],
  });
  expect(testsOfDomains(["audit", "people"], files).integration).toEqual([
    "tests/integration/audit/",
    "tests/integration/people/",
  ]);
});

test("domains are named by folders that have tests", () => {
  expect(domainsOf(files)).toEqual(["audit", "people", "people-lists"]);
});

test("every domain of this repository that a person works on has integration tests under its name", () => {
  const real = globSync("{server,web,tests}/**/*.test.{ts,tsx}", { cwd: root }).map((file) =>
    file.replaceAll("\\", "/"),
  );
  const domains = ["people", "controllers", "doors", "gates", "passages", "weekly-codes", "organizations"];
  const others = ["administrators", "alerts", "audit", "backup", "operations", "auth", "reconcile", "realtime"];
  const without = [...domains, ...others].filter((one) => testsOfDomains([one], real).integration.length === 0);
  expect(without).toEqual([]);
  expect(domainsOf(real)).toEqual(expect.arrayContaining([...domains, ...others]));
});
