import { DataPointType } from "@opentelemetry/sdk-metrics";
import { expect, test } from "vitest";
import { createMetrics } from "../metrics/metrics.ts";
import { metricData } from "./metric-data.ts";

const NOW = new Date("2026-11-29T12:00:00.250Z");

test("a histogram's cumulative buckets become counts of each, by its labels", async () => {
  const metrics = createMetrics();
  for (const seconds of [0.002, 0.002, 0.3, 60]) metrics.answered({ area: "rest", status: 200, seconds });
  metrics.answered({ area: "auth", status: 500, seconds: 0.002 });
  const found = metricData(await metrics.text(), NOW);
  metrics.close();
  const times = found.find(({ descriptor }) => descriptor.name === "portal_http_request_seconds");
  if (times?.dataPointType !== DataPointType.HISTOGRAM) throw new Error("no histogram");
  expect(times.descriptor).toMatchObject({ unit: "s", description: "Time to the whole answer." });
  expect(times.dataPoints.map(({ attributes, value }) => [attributes, value.count, value.sum])).toEqual([
    [{ area: "rest" }, 4, 60.304],
    [{ area: "auth" }, 1, 0.002],
  ]);
  const { boundaries, counts } = times.dataPoints[0]?.value.buckets ?? { boundaries: [], counts: [] };
  expect(counts).toHaveLength(boundaries.length + 1);
  expect(counts[boundaries.indexOf(0.0025)]).toBe(2);
  expect(counts[boundaries.indexOf(0.5)]).toBe(1);
  expect(counts.at(-1)).toBe(1);
  const requests = found.find(({ descriptor }) => descriptor.name === "portal_http_requests_total");
  expect(requests).toMatchObject({ dataPointType: DataPointType.SUM, isMonotonic: true });
  expect(requests?.dataPoints[0]).toMatchObject({
    attributes: { area: "rest", status: "2xx" },
    value: 4,
    endTime: [NOW.getTime() / 1000 - 0.25, 250_000_000],
  });
});

test("a label's escaped signs are read, and a line that is no sample is an error", () => {
  const text = '# HELP portal_x X.\n# TYPE portal_x gauge\nportal_x{a="say \\"hi\\" \\\\ ,}\\n",b="2"} +Inf\n';
  expect(metricData(text, NOW)).toMatchObject([
    {
      dataPointType: DataPointType.GAUGE,
      dataPoints: [{ attributes: { a: 'say "hi" \\ ,}\n', b: "2" }, value: Number.POSITIVE_INFINITY }],
    },
  ]);
  expect(() => metricData("portal_x 1", NOW)).toThrow("no sample");
});
