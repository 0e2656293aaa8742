// This server's counters, read by /metrics; nothing identifies a tenant, person, plate or door.
import { monitorEventLoopDelay, type PerformanceNodeTiming, performance } from "node:perf_hooks";
import { Counter, Histogram, Registry } from "prom-client";
import type { AccessReason } from "#contract/devices.ts";
import { gauge } from "./gauges.ts";

/** Few, because each is a separate series. */
export type Area = "auth" | "rest" | "functions" | "gate" | "realtime" | "operations" | "page";

export type ConnectionEvent = "evicted_address" | "evicted_full" | "refused" | "pipelined";
export type ConnectionStates = Record<"waiting" | "working" | "idle" | "upgraded", number>;
/** Connections that ended before a request or a message; counted instead of logged, because anybody can send a million. */
export type Broken = "request_aborted" | "bad_http" | "request_timeout" | "socket_error";

export interface PortalMetrics {
  connection(event: ConnectionEvent): void;
  broken(what: Broken, area: Area | "unknown"): void;
  turnedAway(why: "no_join" | "evicted" | "full" | "bad_joins"): void;
  /** Counts a decided and logged plate read; `seconds` from arrival to reply. */
  decided(passage: { granted: boolean; reason: AccessReason; seconds: number }): void;
  /** Counts a gate's answer, or why it was not asked. */
  opened(outcome: "executed" | "refused" | "unknown" | "too_late" | "error"): void;
  answered(request: { area: Area; status: number; seconds: number }): void;
  text(): Promise<string>;
  close(): void;
}

/** Bounds of both histograms: the webhook's targets are milliseconds, a device call's seconds. */
const EDGES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const LOOP_RESOLUTION_MS = 20;

/** Creates counters that begin at zero. `close` ends their measuring of the event loop. */
export function createMetrics(): PortalMetrics {
  const counted = new Registry();
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [counted] });
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets: EDGES, registers: [counted] });
  const decisions = counter("portal_gate_decisions_total", "Plate reads decided and logged.", ["granted", "reason"]);
  const decisionTime = histogram("portal_gate_decision_seconds", "From a read's arrival to its answer.", []);
  const openings = counter("portal_gate_openings_total", "Openings by what the gate answered.", ["outcome"]);
  const requests = counter("portal_http_requests_total", "Answered requests.", ["area", "status"]);
  const requestTime = histogram("portal_http_request_seconds", "Time to the whole answer.", ["area"]);
  const connections = counter("portal_connections_lost_total", "Connections closed because there was no room.", [
    "why",
  ]);
  const brokenOnes = counter("portal_broken_requests_total", "Requests and messages that never arrived whole.", [
    "what",
    "area",
  ]);
  const sockets = counter("portal_live_connections_closed_total", "Live connections refused or closed.", ["why"]);
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  loop.enable();
  return {
    decided: ({ granted, reason, seconds }) => {
      decisions.inc({ granted: String(granted), reason });
      decisionTime.observe(seconds);
    },
    opened: (outcome) => openings.inc({ outcome }),
    answered: ({ area, status, seconds }) => {
      requests.inc({ area, status: `${Math.trunc(status / 100)}xx` });
      requestTime.observe({ area }, seconds);
    },
    connection: (event) => connections.inc({ why: event }),
    broken: (what, area) => brokenOnes.inc({ what, area }),
    turnedAway: (why) => sockets.inc({ why }),
    text: async () => (await counted.metrics()) + (await ofProcess(loop)),
    close: () => loop.disable(),
  };
}

/** Returns delays since the last scrape: fifteen bad minutes must not be hidden in a quiet month. */
async function ofProcess(loop: ReturnType<typeof monitorEventLoopDelay>): Promise<string> {
  const delay = (percentile: number) => Math.max(0, loop.percentile(percentile) / 1e9 - LOOP_RESOLUTION_MS / 1000);
  const cpu = process.cpuUsage();
  const timing: PerformanceNodeTiming = performance.nodeTiming;
  const reading = new Registry();
  gauge(reading, "portal_event_loop_delay_seconds", "How late the event loop was since the last reading.", [
    [{ quantile: "0.5" }, delay(50)],
    [{ quantile: "0.99" }, delay(99)],
    [{ quantile: "1" }, delay(100)],
  ]);
  const { utilization } = performance.eventLoopUtilization();
  gauge(reading, "portal_event_loop_utilization", "Share of its life the event loop was busy.", utilization);
  gauge(reading, "process_resident_memory_bytes", "Memory in use.", process.memoryUsage.rss());
  gauge(reading, "process_cpu_seconds_total", "Processor time used.", (cpu.user + cpu.system) / 1e6);
  const startedAt = (performance.timeOrigin + timing.nodeStart) / 1000;
  gauge(reading, "process_start_time_seconds", "When it started, seconds since 1970.", startedAt);
  loop.reset();
  return reading.metrics();
}
