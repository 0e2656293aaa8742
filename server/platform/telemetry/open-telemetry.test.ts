import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { loadConfig } from "../config.ts";
import { openTelemetry } from "./open-telemetry.ts";

const server = join(import.meta.dirname, "../..");
const importing = (pattern: RegExp) =>
  readdirSync(server, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .filter((path) => pattern.test(readFileSync(join(server, path), "utf8")))
    .map((path) => path.replaceAll("\\", "/"))
    .sort();

test("without a collector nothing is opened, and no file that a start loads imports OpenTelemetry", async () => {
  expect(await openTelemetry(loadConfig({}), pino({ level: "silent" }))).toBeNull();
  const folder = "platform/telemetry";
  expect(importing(/from "@opentelemetry\//)).toEqual([`${folder}/metric-data.ts`, `${folder}/otlp.ts`]);
  expect(importing(/from "[./#\w-]*\/otlp\.ts"/)).toEqual([]);
  expect(importing(/from "[./#\w-]*\/metric-data\.ts"/)).toEqual([`${folder}/otlp.ts`]);
  expect(importing(/import\("\.\/otlp\.ts"\)/)).toEqual([`${folder}/open-telemetry.ts`]);
});
