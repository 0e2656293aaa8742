import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEVICE_TYPES } from "#contract/devices.ts";
import { root } from "./source-imports.ts";

/** Facts about a type stand in DEVICE_TRAITS; these files name a type on purpose. */
const NAMED: Readonly<Record<string, string>> = {
  "database/controllers/a-device-types.function.sql": "what SQL asks instead, the twin of DEVICE_TRAITS",
  "server/controllers/axis-proxy.function.ts": "the released function of one vendor",
  "web/features/controllers/components/sender-values.tsx":
    "whose values to type somewhere else, which the portal cannot know",
};

const types = DEVICE_TYPES.join("|");
/** Matches a type in quotes of TypeScript or SQL, behind the column in a filter of the table layer, or as a key. */
const NAME = new RegExp(`"(${types})"|'(${types})'|\\bdevice_type\\W.*\\b(${types})\\b|\\bDE[A-Z_]+\\.(${types})\\b`);

test("neither server, page nor SQL asks for a type of device by its name", () => {
  // Migrations are released and never edited.
  const files = globSync(["{server,web}/**/*.{ts,tsx}", "database/!(migrations)/*.sql"], { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !/\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(1_200);
  const naming = files.filter((file) => NAME.test(readFileSync(join(root, file), "utf8")));
  expect(naming.toSorted()).toEqual(Object.keys(NAMED));
});

test("a name is seen however it is written", () => {
  const seen = [
    'type === "axis"',
    "where device_type <> 'axis'",
    "`and c.device_type in ('http_relay')`",
    "DEFAULT_PORT.axis",
    'call.or("device_type.eq.axis,list_sync.is.true")',
  ];
  expect(seen.filter((text) => !NAME.test(text))).toEqual([]);
  const ordinary = ['"axis-proxy"', "t.axisGroup", "`device_type.in.(${DOOR_TYPES.join()})`", "axis_user_token"];
  expect(ordinary.filter((text) => NAME.test(text))).toEqual([]);
});
