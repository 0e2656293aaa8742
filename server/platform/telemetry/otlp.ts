// Telemetry by OpenTelemetry's packages, sent as OTLP over HTTP. Attributes are a fixed set of words, numbers, route patterns and device
// addresses: nothing that a person typed, and nothing of a row.
import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  DiagLogLevel,
  diag,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { type Resource, resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import { VERSION } from "../version.ts";
import { metricData } from "./metric-data.ts";
import type { Telemetry } from "./telemetry.ts";

interface Options {
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  /** The share of traces that is kept, from 0 to 1. */
  share: number;
  service: string;
  log: Logger;
}

const METRICS_EVERY_MS = 60_000;
const SEND_LIMIT_MS = 5_000;
const TRACEPARENT = /^00-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})$/;
const SERVER_ERROR = 500;

/** Starts to send traces, and metrics once `sendMetrics` is called. */
export function startTelemetry({ endpoint, headers, share, service, log }: Options): Telemetry {
  logFailures(log);
  const resource = resourceFromAttributes({ "service.name": service, "service.version": VERSION });
  const exporterOf = (kind: string) => ({
    url: `${endpoint.replace(/\/+$/, "")}/v1/${kind}`,
    headers: { ...headers },
    timeoutMillis: SEND_LIMIT_MS,
  });
  const provider = sendingTraces(resource, new OTLPTraceExporter(exporterOf("traces")), share);
  const tracer = provider.getTracer("portal", VERSION);
  const current = new AsyncLocalStorage<Context>();
  const closing: (() => Promise<void>)[] = [() => provider.shutdown()];

  return {
    request(method, traceparent) {
      const parent = parentOf(traceparent);
      const attributes = { "http.request.method": method };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      return {
        within: (work) => current.run(trace.setSpan(parent, span), work),
        end: (answer) => endRequest(span, { method, ...answer }),
      };
    },
    deviceCall({ method, host }) {
      const attributes = { "http.request.method": method, "server.address": host };
      const span = tracer.startSpan(
        `device ${method}`,
        { kind: SpanKind.CLIENT, attributes },
        current.getStore() ?? ROOT_CONTEXT,
      );
      return (outcome) => endCall(span, outcome);
    },
    async controllerRun(work) {
      const span = tracer.startSpan("controller run", { kind: SpanKind.INTERNAL }, ROOT_CONTEXT);
      try {
        return await current.run(trace.setSpan(ROOT_CONTEXT, span), work);
      } finally {
        span.end();
      }
    },
    sendMetrics(read) {
      const meters = sendingMeters(resource, new OTLPMetricExporter(exporterOf("metrics")), read);
      closing.unshift(() => meters.shutdown());
    },
    close: async () => {
      await Promise.allSettled(closing.map((close) => close()));
    },
  };
}

/**
 * Draws for each span, whatever the caller says: anybody may send `traceparent`, and its flag and its trace id would let anybody fill the
 * collector, or hide from it.
 */
const byLot = (share: number): Sampler => ({
  shouldSample: () => ({
    decision: Math.random() < share ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
  }),
  toString: () => `ByLot{${share}}`,
});

/** Logs what the packages report of themselves, and nothing else that they say. */
function logFailures(log: Logger): void {
  const report = (message: string) => log.warn({ reason: message }, "traces or metrics could not be sent");
  const silent = () => {};
  diag.setLogger(
    { error: report, warn: report, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

/** Reads the caller's trace; without one, or with one that cannot be read, the request begins its own. */
function parentOf(traceparent: string | undefined): Context {
  const { traceId, spanId, flags } = TRACEPARENT.exec(traceparent ?? "")?.groups ?? {};
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT;
}

/** Returns a provider that sends a share of the traces. A request's trace is kept or dropped whole, with the runs within it. */
function sendingTraces(resource: Resource, exporter: OTLPTraceExporter, share: number): TracerProvider {
  return new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({
      root: new TraceIdRatioBasedSampler(share),
      remoteParentSampled: byLot(share),
      remoteParentNotSampled: byLot(share),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
}

/** Returns a provider that reads the metrics with `read` and sends them each minute. */
function sendingMeters(resource: Resource, exporter: OTLPMetricExporter, read: () => Promise<string>): MeterProvider {
  const collect = async () => {
    const scopeMetrics = [{ scope: { name: "portal" }, metrics: metricData(await read(), new Date()) }];
    return { resourceMetrics: { resource, scopeMetrics }, errors: [] };
  };
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: METRICS_EVERY_MS,
    exportTimeoutMillis: SEND_LIMIT_MS,
    metricProducers: [{ collect }],
  });
  return new MeterProvider({ resource, readers: [reader] });
}

function endRequest(span: Span, { method, route, status }: { method: string; route: string; status: number }): void {
  span.updateName(`${method} ${route}`);
  span.setAttributes({ "http.route": route, "http.response.status_code": status });
  if (status >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Ends the span of a device call, with the status that came or the code of its error. */
function endCall(span: Span, outcome: { status: number } | { error: string }): void {
  if ("status" in outcome) span.setAttribute("http.response.status_code", outcome.status);
  else fail(span, outcome.error);
  span.end();
}

function fail(span: Span, code: string): void {
  span.setAttribute("error.type", code);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
