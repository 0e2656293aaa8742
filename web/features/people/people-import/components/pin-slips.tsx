// Slips with a PIN for each person: eight of 105 × 74 mm on an A4, with cut marks. Only on paper.
import { createPortal } from "react-dom";
import { handoverTexts } from "#web/features/people/texts/handover.sv.ts";
import { type HandoverNote, validityWords } from "#web/lib/people/handover-note.ts";

export interface PinSlip {
  apartment: string;
  note: HandoverNote;
}

const ON_A_SHEET = 8;
const COLUMNS = 2;

export function PinSlips({ slips }: { slips: readonly PinSlip[] }) {
  return createPortal(
    <div data-print-note className="hidden bg-white text-black print:block">
      <style>{"@page { size: A4 portrait; margin: 0 }"}</style>
      {Array.from({ length: Math.ceil(slips.length / ON_A_SHEET) }, (_, sheet) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- sheets never move
          // biome-ignore lint/suspicious/noArrayIndexKey: sheets never move
          key={sheet}
          className="relative grid break-after-page grid-cols-2 last:break-after-auto"
          style={{ width: "210mm", height: "296mm", gridTemplateRows: "repeat(4, 74mm)" }}
        >
          {slips.slice(sheet * ON_A_SHEET, (sheet + 1) * ON_A_SHEET).map((slip) => (
            <Slip key={`${slip.note.for} ${slip.note.code}`} slip={slip} />
          ))}
          <CutMarks />
        </div>
      ))}
    </div>,
    document.body,
  );
}

function Slip({ slip: { apartment, note } }: { slip: PinSlip }) {
  return (
    <section className="overflow-hidden" style={{ padding: "8mm 9mm 0", fontSize: "10.5pt", lineHeight: 1.35 }}>
      <p className="flex items-baseline gap-x-[2mm]">
        <b className="truncate" style={{ fontSize: "14pt", fontWeight: 600 }}>
          {note.for}
        </b>
        {apartment !== "" && <span className="shrink-0">· {handoverTexts.apartment(apartment)}</span>}
        <span className="ml-auto max-w-[32mm] truncate">{note.organization}</span>
      </p>
      <p
        className="font-bold"
        style={{
          fontSize: "42pt",
          lineHeight: 1.1,
          letterSpacing: "0.06em",
          fontVariantNumeric: "tabular-nums",
          margin: "2mm 0 2mm",
          paddingBottom: "2mm",
          borderBottom: "0.3mm solid black",
        }}
      >
        {grouped(note.code)}
      </p>
      <dl className="grid gap-y-[1mm]" style={{ gridTemplateColumns: "18mm 1fr" }}>
        <dt className="font-semibold">{handoverTexts.doors}</dt>
        <dd className="line-clamp-3">{note.doors.join(", ")}</dd>
        <dt className="font-semibold">{handoverTexts.valid}</dt>
        <dd>{validityWords(note)}</dd>
      </dl>
      <p style={{ marginTop: "2.5mm", fontSize: "9.5pt" }}>{note.advice}</p>
    </section>
  );
}

/** Shows short lines where the sheet is cut, 5 mm inside the edge, which printers leave white. */
function CutMarks() {
  const [width, height, edge, arm] = [210, 296, 5, 4];
  const rows = ON_A_SHEET / COLUMNS;
  const middle = width / COLUMNS;
  const lines = Array.from({ length: rows - 1 }, (_, at) => (height / rows) * (at + 1));
  const path = [
    `M${middle} ${edge}v${arm}`,
    `M${middle} ${height - edge}v-${arm}`,
    ...lines.flatMap((y) => [
      `M${edge} ${y}h${arm}`,
      `M${width - edge} ${y}h-${arm}`,
      `M${middle - arm / 2} ${y}h${arm}`,
      `M${middle} ${y - arm / 2}v${arm}`,
    ]),
  ].join("");
  return (
    <svg aria-hidden className="absolute inset-0" viewBox={`0 0 ${width} ${height}`}>
      <path d={path} stroke="black" strokeWidth="0.2" fill="none" />
    </svg>
  );
}

/** Groups digits for reading: "482 913", "48 291", "4829". */
const grouped = (code: string): string => code.replace(/\B(?=(\d{3})+$)/g, code.length > 4 ? " " : "");
