// A small OpenTelemetry collector: keeps what is posted to it as OTLP over HTTP in JSON.
import { once } from "node:events";
import { createServer } from "node:http";
import { z } from "zod";

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attribute),
});
export type ReceivedSpan = z.infer<typeof span>;
const traces = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
});
const metrics = z.object({
  resourceMetrics: z.array(
    z.object({ scopeMetrics: z.array(z.object({ metrics: z.array(z.object({ name: z.string() })) })) }),
  ),
});

export interface OtlpReceiver extends AsyncDisposable {
  readonly url: string;
  /** Whole bodies, as they came. */
  readonly bodies: readonly string[];
  readonly authorizations: ReadonlySet<string>;
  spans(): ReceivedSpan[];
  metricNames(): Set<string>;
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const got: { path: string; body: string }[] = [];
  const authorizations = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      got.push({ path: request.url ?? "", body: Buffer.concat(chunks).toString("utf8") });
      authorizations.add(request.headers.authorization ?? "");
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const at = (path: string): unknown[] => got.filter((one) => one.path === path).map(({ body }) => JSON.parse(body));
  return {
    url: `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`,
    get bodies() {
      return got.map(({ body }) => body);
    },
    authorizations,
    spans: () =>
      z
        .array(traces)
        .parse(at("/v1/traces"))
        .flatMap(({ resourceSpans }) =>
          resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
        ),
    metricNames: () =>
      new Set(
        z
          .array(metrics)
          .parse(at("/v1/metrics"))
          .flatMap(({ resourceMetrics }) =>
            resourceMetrics.flatMap(({ scopeMetrics }) =>
              scopeMetrics.flatMap((scope) => scope.metrics.map(({ name }) => name)),
            ),
          ),
      ),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
