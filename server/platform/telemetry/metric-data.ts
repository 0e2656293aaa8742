// Turns the text of /metrics into OpenTelemetry's metrics, so that both say the same.
import { type HrTime, ValueType } from "@opentelemetry/api";
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
} from "@opentelemetry/sdk-metrics";

interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

interface Family {
  type: string;
  help: string;
  samples: Map<string, Sample[]>;
}

const SAMPLE = /^(?<name>\w+)(?:\{(?<labels>.*)\})? (?<value>\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Returns the metrics of Prometheus' text. Throws Error on a line that is none. */
export function metricData(text: string, now: Date): MetricData[] {
  const startTime = hrTime(performance.timeOrigin);
  const endTime = hrTime(now.getTime());
  return [...readFamilies(text)].map(([name, { type, help, samples }]) => {
    const base = {
      descriptor: { name, description: help, unit: name.endsWith("_seconds") ? "s" : "", valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    };
    const point = <Value>(attributes: Sample["labels"], value: Value): DataPoint<Value> => ({
      startTime,
      endTime,
      attributes,
      value,
    });
    if (type === "histogram")
      return {
        ...base,
        dataPointType: DataPointType.HISTOGRAM,
        dataPoints: histograms(name, samples).map(({ labels, value }) => point(labels, value)),
      };
    const dataPoints = (samples.get(name) ?? []).map(({ labels, value }) => point(labels, value));
    return type === "counter"
      ? { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
      : { ...base, dataPointType: DataPointType.GAUGE, dataPoints };
  });
}

function readFamilies(text: string): Map<string, Family> {
  const families = new Map<string, Family>();
  const helps = new Map<string, string>();
  let family: Family | undefined;
  for (const line of text.split("\n").filter((one) => one !== "")) {
    const [, what, name = "", rest = ""] = /^# (HELP|TYPE) (\w+) (.*)$/.exec(line) ?? [];
    if (what === "HELP") helps.set(name, rest);
    else if (what === "TYPE")
      families.set(name, (family = { type: rest, help: helps.get(name) ?? "", samples: new Map() }));
    else {
      const { name: of = "", labels = "", value } = SAMPLE.exec(line)?.groups ?? {};
      if (family === undefined || value === undefined) throw new Error("a line of /metrics that is no sample");
      const pairs = [...labels.matchAll(LABEL)].map(([, label = "", written = ""]) => [label, plain(written)]);
      const sample = { labels: Object.fromEntries(pairs), value: Number(value.replace("Inf", "Infinity")) };
      family.samples.set(of, [...(family.samples.get(of) ?? []), sample]);
    }
  }
  return families;
}

const plain = (written: string) => written.replaceAll(/\\(.)/g, (_, sign: string) => (sign === "n" ? "\n" : sign));

/** Joins the samples of a histogram: cumulative buckets become counts of each. */
function histograms(name: string, samples: Family["samples"]): { labels: Sample["labels"]; value: Histogram }[] {
  const buckets = samples.get(`${name}_bucket`) ?? [];
  return (samples.get(`${name}_count`) ?? []).map(({ labels, value: count }) => {
    const mine = ({ labels: { le: _le, ...others } }: Sample) => JSON.stringify(others) === JSON.stringify(labels);
    const own = buckets.filter(mine);
    const sum = samples.get(`${name}_sum`)?.find(mine)?.value ?? 0;
    const boundaries = own.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite);
    const counts = own.map(({ value }, i) => value - (own[i - 1]?.value ?? 0));
    return { labels, value: { buckets: { boundaries, counts }, sum, count } };
  });
}

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)];
