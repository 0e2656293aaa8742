// npm run bench: measures and writes docs/performance.md. Parts in scale/ use the large database of `npm run
// bench:seed`. Only ratios within one run count: absolute times on a shared machine are noise.
import { readCli } from "#scripts/lib/cli.ts";
import { keepTable } from "./document.ts";
import { benchOwn, OWN_PARTS } from "./own.ts";
import { benchScale, SCALE_PARTS } from "./scale/scale.ts";
import { markdownTable, type Row } from "./statistics.ts";

const ALL = [...OWN_PARTS, ...SCALE_PARTS];

const { values } = readCli({
  usage: "npm run bench",
  options: {
    people: { type: "integer", default: 100_000, help: "in the databases of its own" },
    large: { type: "integer", default: 1_000_000, help: "people in the large database" },
    logs: { type: "integer", default: 10_000_000, help: "passages in the large database" },
    "door-events": { type: "integer", help: "door events in the large database, as many as passages if not said" },
    seed: { type: "integer", default: 1, help: "of the large database" },
    sockets: { type: "integer", default: 20_000, help: "slow connections of the part slow-sockets" },
    seconds: { type: "integer", default: 60, help: "how long traffic is watched where it is watched" },
    only: { type: "string", default: ALL.join(","), help: "parts" },
    "no-write": { type: "boolean", help: "leaves docs/performance.md alone" },
  },
});
const only = new Set(values.only.split(","));
const unknown = [...only].filter((part) => !ALL.includes(part));
if (unknown.length > 0) throw new RangeError(`no such part: ${unknown.join(", ")}. Parts: ${ALL.join(", ")}`);

if (OWN_PARTS.some((part) => only.has(part)))
  await benchOwn(only, {
    people: values.people,
    large: values.large,
    sockets: values.sockets,
    keep,
  });
const scaleParts = SCALE_PARTS.filter((part) => only.has(part));
if (scaleParts.length > 0) {
  const { large: people, logs, "door-events": doorEvents = logs, seed } = values;
  const size = { people, logs, doorEvents, seed };
  await benchScale(scaleParts, { size, seconds: values.seconds, keep });
}

async function keep(part: string, rows: readonly Row[]): Promise<void> {
  console.log(`${markdownTable(rows)}\n`);
  if (values["no-write"]) return;
  const { people, large, logs, "door-events": doorEvents = logs, seconds } = values;
  const doors = doorEvents === logs ? "" : ` --door-events ${doorEvents}`;
  const sizes = SCALE_PARTS.includes(part)
    ? `--large ${large} --logs ${logs}${doors} --seconds ${seconds}`
    : part === "search"
      ? `--people ${people} --large ${large}`
      : `--people ${people}`;
  await keepTable(`bench ${part}`, `npm run bench -- ${sizes} --only ${part}`, rows);
}
