import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { startOtlpReceiver } from "#tests/support/otlp-receiver.ts";
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

test.each([
  ["sampled", "01", "0", 0],
  ["not sampled", "00", "1", 1],
])("a caller that calls its trace %s does not decide whether it is sent", async (_what, flag, share, sent) => {
  await using receiver = await startOtlpReceiver();
  const config = loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER_ARG: share });
  const telemetry = await openTelemetry(config, pino({ level: "silent" }));
  // A trace id of noughts at the end is in every share by trace ids.
  const trace = `${"0".repeat(31)}1`;
  telemetry?.request("GET", `00-${trace}-00f067aa0ba902b7-${flag}`).end({ route: "/x", status: 200 });
  await telemetry?.close();
  expect(receiver.spans().map(({ traceId }) => traceId)).toEqual(Array.from({ length: sent }, () => trace));
});
