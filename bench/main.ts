// npm run bench [-- --people 100000 --large 1000000 --logs 10000000 --sockets 20000 --only gate,list,search]: measures and writes docs/performance.md's
// tables. The parts in scale/ read a large database that `npm run bench:seed` fills; the others make their own.
// Ratios within one run are the result; absolute times on a shared machine prove nothing.
import { parseArgs } from "node:util";
import { keepTable } from "./document.ts";
import { benchOwn, OWN_PARTS } from "./own.ts";
import { benchScale, SCALE_PARTS } from "./scale/scale.ts";
import { markdownTable, type Row } from "./statistics.ts";

const ALL = [...OWN_PARTS, ...SCALE_PARTS];

const { values } = parseArgs({
  options: {
    people: { type: "string", default: "100000" },
    large: { type: "string", default: "1000000" },
    logs: { type: "string", default: "10000000" },
    seed: { type: "string", default: "1" },
    /** Slow connections of the part slow-sockets. */
    sockets: { type: "string", default: "20000" },
    /** How long traffic is watched where it is watched. */
    seconds: { type: "string", default: "60" },
    only: { type: "string", default: ALL.join(",") },
    /** Prints the tables and leaves docs/performance.md alone. */
    "no-write": { type: "boolean", default: false },
  },
});
const only = new Set(values.only.split(","));
const unknown = [...only].filter((part) => !ALL.includes(part));
if (unknown.length > 0) throw new RangeError(`no such part: ${unknown.join(", ")}. Parts: ${ALL.join(", ")}`);

if (OWN_PARTS.some((part) => only.has(part)))
  await benchOwn(only, {
    people: Number(values.people),
    large: Number(values.large),
    sockets: Number(values.sockets),
    keep,
  });
const scaleParts = SCALE_PARTS.filter((part) => only.has(part));
if (scaleParts.length > 0) {
  const size = { people: Number(values.large), logs: Number(values.logs), seed: Number(values.seed) };
  await benchScale(scaleParts, { size, seconds: Number(values.seconds), keep });
}

/** Prints one part's figures and puts them between its markers in docs/performance.md, with the command that made them. */
async function keep(part: string, rows: readonly Row[]): Promise<void> {
  console.log(`${markdownTable(rows)}\n`);
  if (values["no-write"]) return;
  const { people, large, logs, seconds } = values;
  const sizes = SCALE_PARTS.includes(part)
    ? `--large ${large} --logs ${logs} --seconds ${seconds}`
    : part === "search"
      ? `--people ${people} --large ${large}`
      : `--people ${people}`;
  await keepTable(`bench ${part}`, `npm run bench -- ${sizes} --only ${part}`, rows);
}
