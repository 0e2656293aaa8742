// Settings of the way to an OpenTelemetry collector, by the names that OpenTelemetry gives them.
import { z } from "zod";
import { entry, partsOf } from "../setting.ts";

const headerList = z.string().transform((text, context) => {
  const pairs = partsOf(text).map((part) => /^([\w-]+)=([\x21-\x7e]*)$/.exec(part));
  // Names the header's position, not its value: this goes to a console.
  pairs.forEach((pair, place) => {
    if (pair === null) context.addIssue({ code: "custom", message: `Header ${place + 1} is not name=value` });
  });
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", percentDecoded(pair?.[2] ?? "")]));
});

/** Decodes %20 and the like; a text that cannot be decoded stays as it is. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const TELEMETRY_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: entry({
    schema: z
      .string()
      .regex(/^https?:\/\//)
      .refine((text) => URL.canParse(text))
      .nullable()
      .default(null),
    rule: [
      "ange en adress som börjar med http:// eller https://",
      "give an address that begins with http:// or https://",
    ],
    without: "nothing is sent, and none of it is loaded",
    meaning:
      "address of an OpenTelemetry collector (OTLP over HTTP), such as `http://127.0.0.1:4318`. It gets a span of each request, controller run and device call, and each minute the figures of `/metrics` ([deploy.md](deploy.md#traces))",
  }),
  OTEL_EXPORTER_OTLP_HEADERS: entry({
    schema: headerList.default({}),
    rule: ["ange namn=värde, åtskilda av komma", "give name=value, separated by commas"],
    without: "none",
    meaning: "headers that the collector wants, such as `authorization=Bearer%20…` (percent-encoded)",
  }),
  OTEL_TRACES_SAMPLER_ARG: entry({
    schema: z.coerce.number().min(0).max(1).default(1),
    rule: ["ange ett tal 0–1", "give a number 0–1"],
    meaning: "share of traces that is sent, whatever the flag of a caller's `traceparent` says",
  }),
  OTEL_SERVICE_NAME: entry({
    schema: z.string().min(1).max(100).default("access-portal"),
    rule: ["ange ett namn på högst 100 tecken", "give a name of at most 100 characters"],
    meaning: "name of this installation at the collector",
  }),
};
