// Opens the way to an OpenTelemetry collector. Its packages are loaded only when an address is set.
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { Telemetry } from "./telemetry.ts";

export type TelemetryConfig = Pick<
  Config,
  "otelExporterOtlpEndpoint" | "otelExporterOtlpHeaders" | "otelTracesSamplerArg" | "otelServiceName"
>;

/** Returns null without OTEL_EXPORTER_OTLP_ENDPOINT. */
export async function openTelemetry(config: TelemetryConfig, log: Logger): Promise<Telemetry | null> {
  const endpoint = config.otelExporterOtlpEndpoint;
  if (endpoint === null) return null;
  const { startTelemetry } = await import("./otlp.ts");
  return startTelemetry({
    endpoint,
    headers: config.otelExporterOtlpHeaders,
    share: config.otelTracesSamplerArg,
    service: config.otelServiceName,
    log,
  });
}
