import { Gauge, type Registry } from "prom-client";

type Labels = Readonly<Record<string, string>>;

/** Adds a gauge. Null is an unknown value, which is left out; with no known value the gauge is, too. */
export function gauge(
  reading: Registry,
  name: string,
  help: string,
  samples: number | null | readonly (readonly [labels: Labels, value: number | null])[],
): void {
  const list = typeof samples === "object" && samples !== null ? samples : ([[{}, samples]] as const);
  const known = list.filter((sample): sample is [Labels, number] => sample[1] !== null);
  if (known.length === 0) return;
  const labelNames = Object.keys(known[0]?.[0] ?? {});
  const metric = new Gauge({ name, help, labelNames, registers: [reading] });
  for (const [labels, value] of known) metric.set(labels, value);
}
