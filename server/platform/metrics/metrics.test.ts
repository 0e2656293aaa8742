import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { gauge } from "./gauges.ts";
import { createMetrics } from "./metrics.ts";

test("gates and requests are counted under the names and labels of the dashboards", async () => {
  const metrics = createMetrics();
  metrics.decided({ granted: true, reason: "valid_credential", seconds: 0.1 });
  metrics.decided({ granted: false, reason: "no_match", seconds: 12 });
  metrics.opened("executed");
  metrics.opened("executed");
  metrics.answered({ area: "gate", status: 204, seconds: 0.3 });
  metrics.connection("refused");
  metrics.broken("bad_http", "unknown");
  metrics.turnedAway("full");
  const text = await metrics.text();
  metrics.close();
  const lines = text.split("\n");
  for (const line of [
    "# TYPE portal_gate_decisions_total counter",
    'portal_gate_decisions_total{granted="true",reason="valid_credential"} 1',
    'portal_gate_decisions_total{granted="false",reason="no_match"} 1',
    'portal_gate_decision_seconds_bucket{le="0.05"} 0',
    'portal_gate_decision_seconds_bucket{le="0.1"} 1',
    'portal_gate_decision_seconds_bucket{le="10"} 1',
    'portal_gate_decision_seconds_bucket{le="+Inf"} 2',
    "portal_gate_decision_seconds_sum 12.1",
    "portal_gate_decision_seconds_count 2",
    'portal_gate_openings_total{outcome="executed"} 2',
    'portal_http_requests_total{area="gate",status="2xx"} 1',
    'portal_http_request_seconds_count{area="gate"} 1',
    'portal_connections_lost_total{why="refused"} 1',
    'portal_broken_requests_total{what="bad_http",area="unknown"} 1',
    'portal_live_connections_closed_total{why="full"} 1',
    "# TYPE process_cpu_seconds_total gauge",
  ])
    expect(lines).toContain(line);
});

test("a value that is not known is left out, and a label cannot end its own quotes", async () => {
  const reading = new Registry();
  gauge(reading, "age_seconds", "Age.", null);
  gauge(reading, "n", "N.", [
    [{ state: 'a"b\\c\nd' }, 1],
    [{ state: "unknown" }, null],
  ]);
  expect(await reading.metrics()).toBe('# HELP n N.\n# TYPE n gauge\nn{state="a\\"b\\\\c\\nd"} 1\n');
});
