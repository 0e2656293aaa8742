// Draws the chart: uPlot keeps scales, axes and size; the bars are drawn here. To screen readers it is a slider: arrow keys step between
// bars.
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { inStockholm } from "#contract/stockholm.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { barLabel, barName } from "../bar-names.ts";
import type { Bar, Bucket } from "../buckets.ts";
import { overviewTexts } from "../texts/overview.sv.ts";

const GAP = 8;
const NARROW_GAP = 4;
const SPLIT = 2;
const RADIUS = 2;
/** Least space for an axis label, px. */
const LABEL_ROOM = 44;
const DAY_LABEL_ROOM = 64;

export interface PassagesChartProps {
  bars: readonly Bar[];
  bucket: Bucket;
  name: string;
}

export function PassagesChart({ bars, bucket, name }: PassagesChartProps) {
  const { place, active, setActive, left } = usePlot(bars, bucket);

  function onKeyDown(event: KeyboardEvent): void {
    const last = bars.length - 1;
    const here = active ?? last + 1;
    const goal = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last }[event.key];
    if (event.key === "Escape") setActive(null);
    if (goal === undefined) return;
    event.preventDefault();
    setActive(Math.min(Math.max(goal, 0), last));
  }

  const bar = active === null ? undefined : bars[active];
  const spoken = bar ?? bars.at(-1);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: it is, by tabIndex
    <div
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={bars.length - 1}
      aria-valuenow={active ?? bars.length - 1}
      aria-valuetext={
        spoken &&
        overviewTexts.bucketSaid(barName(spoken, bucket), formatNumber(spoken.granted), formatNumber(spoken.denied))
      }
      onKeyDown={onKeyDown}
      onBlur={() => setActive(null)}
      onPointerLeave={() => setActive(null)}
      className="ring-focus relative h-full rounded-chip"
    >
      <div ref={place} className="h-full" />
      {bar && <BarCard bar={bar} bucket={bucket} left={left} />}
      {bars.every((one) => one.granted + one.denied === 0) && (
        <p className="pointer-events-none absolute inset-0 flex items-center justify-center pb-6 pl-10 text-small text-ink-2">
          <span className="bg-surface px-2">{overviewTexts.noPassages}</span>
        </p>
      )}
    </div>
  );
}

/** Draws the bars into `place`, and returns the pointed or stepped bar and its distance from the left. */
function usePlot(bars: readonly Bar[], bucket: Bucket) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const shown = useRef<{ bars: readonly Bar[]; active: number | null }>({ bars, active: null });
  const [active, setActive] = useState<number | null>(null);
  const [left, setLeft] = useState(0);

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    shown.current = { bars, active: null };
    const made = new uPlot(options(element, shown, bucket, setActive), data(bars), element);
    plot.current = made;
    const resized = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    resized.observe(element);
    // Colours are read while drawing, so a new theme needs only a redraw.
    const themed = new MutationObserver(() => made.redraw());
    themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      resized.disconnect();
      themed.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [bars, bucket]);

  useEffect(() => {
    shown.current.active = active;
    const chart = plot.current;
    if (!chart) return;
    chart.redraw(false);
    if (active !== null) setLeft(chart.bbox.left / devicePixelRatio + chart.valToPos(active, "x"));
  }, [active]);

  return { place, active, setActive, left };
}

function BarCard({ bar, bucket, left }: { bar: Bar; bucket: Bucket; left: number }) {
  return (
    <div
      aria-hidden
      className="tabular pointer-events-none absolute top-0 z-10 w-40 rounded-track border border-floating-line bg-raised px-3 py-2 text-small shadow-menu"
      style={left > 190 ? { right: `calc(100% - ${left - 24}px)` } : { left: `${left + 24}px` }}
    >
      <p className="mb-1 font-bold text-ink first-letter:lowercase">{barName(bar, bucket)}</p>
      <p className="flex justify-between text-ink-2">
        {overviewTexts.granted} <span className="text-ink">{formatNumber(bar.granted)}</span>
      </p>
      <p className="flex justify-between text-ink-2">
        {overviewTexts.denied} <span className="text-ink">{formatNumber(bar.denied)}</span>
      </p>
    </div>
  );
}

function data(bars: readonly Bar[]): uPlot.AlignedData {
  return [bars.map((_, index) => index), bars.map((bar) => bar.granted + bar.denied)];
}

function options(
  element: HTMLElement,
  shown: { current: { bars: readonly Bar[]; active: number | null } },
  bucket: Bucket,
  onActive: (index: number | null) => void,
): uPlot.Options {
  const color = (token: string) => getComputedStyle(document.documentElement).getPropertyValue(token);
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    padding: [8, 4, 0, 0],
    legend: { show: false },
    cursor: {
      x: false,
      y: false,
      points: { show: false },
      drag: { x: false, y: false },
    },
    scales: {
      x: { time: false, range: () => [-0.5, shown.current.bars.length - 0.5] },
      y: { range: (_plot, _min, max) => [0, Math.max(4, max * 1.08)] },
    },
    series: [{}, { show: true, paths: () => null, points: { show: false } }],
    axes: [
      {
        font,
        stroke: () => color("--ink-3"),
        grid: { show: false },
        ticks: { show: false },
        size: 26,
        gap: 6,
        splits: (plot) => labelled(shown.current.bars, plot.width, bucket),
        values: (_plot, splits) =>
          splits.map((index) => {
            const bar = shown.current.bars[index];
            return bar ? barLabel(bar, bucket) : "";
          }),
      },
      {
        font,
        stroke: () => color("--ink-3"),
        grid: { stroke: () => color("--line-soft"), width: 1 },
        ticks: { show: false },
        size: 40,
        gap: 8,
        space: 56,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000],
        values: (_plot, splits) => splits.map((value) => formatNumber(value)),
      },
    ],
    hooks: {
      drawAxes: [(plot) => drawBand(plot, shown.current.active, color("--hover"))],
      draw: [(plot) => drawBars(plot, shown.current.bars, [color("--chart-1"), color("--chart-2")])],
      setCursor: [
        (plot) => onActive(plot.cursor.left !== undefined && plot.cursor.left >= 0 ? (plot.cursor.idx ?? null) : null),
      ],
    },
  };
}

/** Returns bars with an axis label: hours at thirds of a day, days counted back from today. */
function labelled(bars: readonly Bar[], width: number, bucket: Bucket): number[] {
  const room = Math.max(1, Math.floor(width / (bucket === "hour" ? LABEL_ROOM : DAY_LABEL_ROOM)));
  const hoursABar = bucket === "hour" ? 24 / bars.length : 1;
  const steps = bucket === "hour" ? [1, 3, 6, 12] : [1, 2, 5, 10];
  const step = steps.find((every) => every >= hoursABar && (bars.length * hoursABar) / every <= room) ?? 12;
  return bars.flatMap((bar, index) => {
    const place = bucket === "hour" ? inStockholm(bar.start).getHours() : bars.length - 1 - index;
    return place % step < hoursABar ? [index] : [];
  });
}

function slot(plot: uPlot): { width: number; gap: number } {
  const ratio = devicePixelRatio;
  const width = plot.bbox.width / Math.max(1, plot.data[0].length);
  return { width, gap: (width / ratio > 24 ? GAP : NARROW_GAP) * ratio };
}

function drawBand(plot: uPlot, active: number | null, fill: string): void {
  if (active === null) return;
  const { width } = slot(plot);
  plot.ctx.fillStyle = fill;
  plot.ctx.fillRect(plot.valToPos(active, "x", true) - width / 2, plot.bbox.top, width, plot.bbox.height);
}

function drawBars(plot: uPlot, bars: readonly Bar[], [granted, denied]: readonly [string, string]): void {
  const { ctx } = plot;
  const ratio = devicePixelRatio;
  const { width, gap } = slot(plot);
  const floor = plot.valToPos(0, "y", true);
  const height = (count: number) =>
    count === 0 ? 0 : Math.max(SPLIT * ratio, floor - plot.valToPos(count, "y", true));
  const box = (left: number, bottom: number, tall: number, fill: string) => {
    if (tall <= 0) return;
    ctx.fillStyle = fill;
    ctx.beginPath();
    ctx.roundRect(left, bottom - tall, width - gap, tall, Math.min(RADIUS * ratio, tall / 2));
    ctx.fill();
  };
  ctx.save();
  for (const [index, bar] of bars.entries()) {
    const left = plot.valToPos(index, "x", true) - (width - gap) / 2;
    const low = height(bar.granted);
    box(left, floor, low, granted);
    box(left, floor - (low > 0 ? low + SPLIT * ratio : 0), height(bar.denied), denied);
  }
  ctx.restore();
}
