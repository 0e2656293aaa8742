// Counting, and the text that Prometheus reads (exposition format 0.0.4). A count is one addition in memory: nothing here
// waits, allocates a connection or is asked for by a gate before it has answered.

export interface Metric {
  /** HELP, TYPE and one line a series; each line ends with "\n". */
  text(): string;
}

export class Counter implements Metric {
  readonly #name: string;
  readonly #help: string;
  readonly #labels: readonly string[];
  readonly #values = new Map<string, number>();

  constructor(name: string, help: string, labels: readonly string[] = []) {
    this.#name = name;
    this.#help = help;
    this.#labels = labels;
  }

  /** Label values in the order of the names. They must come from a fixed set: every new one is a series for ever. */
  add(values: readonly string[] = [], by = 1): void {
    const key = labelText(this.#labels, values);
    this.#values.set(key, (this.#values.get(key) ?? 0) + by);
  }

  text(): string {
    return head(this.#name, this.#help, "counter") + [...this.#values].map(([k, v]) => line(this.#name, k, v)).join("");
  }
}

export class Histogram implements Metric {
  readonly #name: string;
  readonly #help: string;
  readonly #labels: readonly string[];
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, { counts: number[]; sum: number; count: number }>();

  /** `bounds`: upper edges in seconds, rising; an endless last bucket is added. */
  constructor(name: string, help: string, labels: readonly string[], bounds: readonly number[]) {
    this.#name = name;
    this.#help = help;
    this.#labels = labels;
    this.#bounds = bounds;
  }

  observe(seconds: number, values: readonly string[] = []): void {
    const key = labelText(this.#labels, values);
    let series = this.#series.get(key);
    if (!series) this.#series.set(key, (series = { counts: this.#bounds.map(() => 0), sum: 0, count: 0 }));
    series.sum += seconds;
    series.count += 1;
    const bucket = this.#bounds.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
  }

  text(): string {
    let text = head(this.#name, this.#help, "histogram");
    for (const [key, { counts, sum, count }] of this.#series) {
      const comma = key === "" ? "" : ",";
      let upTo = 0;
      for (const [i, bound] of this.#bounds.entries()) {
        upTo += counts[i] ?? 0;
        text += line(`${this.#name}_bucket`, `${key}${comma}le="${bound}"`, upTo);
      }
      text += line(`${this.#name}_bucket`, `${key}${comma}le="+Inf"`, count);
      text += line(`${this.#name}_sum`, key, sum) + line(`${this.#name}_count`, key, count);
    }
    return text;
  }
}

/** One measured moment: a value now, or one a label set. Values that are not known (null) are left out. */
export function gauge(
  name: string,
  help: string,
  samples: number | null | readonly (readonly [labels: Readonly<Record<string, string>>, value: number | null])[],
): string {
  const list = typeof samples === "object" && samples !== null ? samples : ([[{}, samples]] as const);
  const lines = list.flatMap(([labels, value]) =>
    value === null ? [] : [line(name, labelText(Object.keys(labels), Object.values(labels)), value)],
  );
  return lines.length === 0 ? "" : head(name, help, "gauge") + lines.join("");
}

function head(name: string, help: string, type: "counter" | "gauge" | "histogram"): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

function line(name: string, labels: string, value: number): string {
  return `${name}${labels === "" ? "" : `{${labels}}`} ${value}\n`;
}

function labelText(names: readonly string[], values: readonly string[]): string {
  return names.map((name, i) => `${name}="${escape(values[i] ?? "")}"`).join(",");
}

const escape = (value: string) => value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
