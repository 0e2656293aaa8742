import { expect, test } from "vitest";
import { Counter, gauge, Histogram } from "./prometheus.ts";

test("a counter adds up a series for each set of labels", () => {
  const counter = new Counter("reads_total", "Reads.", ["granted"]);
  counter.add(["true"]);
  counter.add(["true"], 2);
  counter.add(["false"]);
  expect(counter.text()).toBe(
    '# HELP reads_total Reads.\n# TYPE reads_total counter\nreads_total{granted="true"} 3\nreads_total{granted="false"} 1\n',
  );
});

test("a histogram's buckets hold all that is at most their edge, and the endless one holds all", () => {
  const histogram = new Histogram("took_seconds", "Time.", [], [0.1, 1]);
  for (const seconds of [0.1, 0.5, 7]) histogram.observe(seconds);
  expect(histogram.text().split("\n").slice(2, -1)).toEqual([
    'took_seconds_bucket{le="0.1"} 1',
    'took_seconds_bucket{le="1"} 2',
    'took_seconds_bucket{le="+Inf"} 3',
    "took_seconds_sum 7.6",
    "took_seconds_count 3",
  ]);
});

test("a value that is not known is left out, and a label cannot end its own quotes", () => {
  expect(gauge("age_seconds", "Age.", null)).toBe("");
  expect(gauge("n", "N.", [[{ state: 'a"b\\c\nd' }, 1]])).toContain('n{state="a\\"b\\\\c\\nd"} 1');
});
