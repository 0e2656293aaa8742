// Slips with a PIN for each person: eight of 105 × 74 mm on an A4, with cut marks. Only on paper.
import { createPortal } from "react-dom";
import { handoverTexts } from "#web/features/people/texts/handover.sv.ts";
import { type HandoverNote, validityWords } from "#web/lib/people/handover-note.ts";

const CORNERS = ["top-0 left-0", "top-0 right-0", "bottom-0 left-0", "right-0 bottom-0"] as const;
const ON_A_SHEET = 8;

export function PinSlips({ notes }: { notes: readonly HandoverNote[] }) {
  return createPortal(
    <div data-print-note className="hidden bg-white text-black print:block">
      <style>{"@page { size: A4 portrait; margin: 0 }"}</style>
      {Array.from({ length: Math.ceil(notes.length / ON_A_SHEET) }, (_, sheet) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- sheets never move
          // biome-ignore lint/suspicious/noArrayIndexKey: sheets never move
          key={sheet}
          className="grid break-after-page grid-cols-2 last:break-after-auto"
          style={{ width: "210mm", gridAutoRows: "74mm" }}
        >
          {notes.slice(sheet * ON_A_SHEET, (sheet + 1) * ON_A_SHEET).map((note) => (
            <Slip key={`${note.for} ${note.code}`} note={note} />
          ))}
        </div>
      ))}
    </div>,
    document.body,
  );
}

function Slip({ note }: { note: HandoverNote }) {
  return (
    <section className="relative overflow-hidden" style={{ width: "105mm", height: "74mm", padding: "9mm" }}>
      {CORNERS.map((corner) => (
        <CutMark key={corner} corner={corner} />
      ))}
      <p style={{ fontSize: "12pt", fontWeight: 600 }}>{note.for}</p>
      <p style={{ fontSize: "9pt" }}>{note.organization}</p>
      <p style={{ fontSize: "26pt", fontVariantNumeric: "tabular-nums", letterSpacing: "0.08em", margin: "3mm 0" }}>
        {grouped(note.code)}
      </p>
      <p className="line-clamp-2" style={{ fontSize: "9pt" }}>
        {handoverTexts.doors}: {note.doors.join(", ")}
      </p>
      <p style={{ fontSize: "9pt" }}>
        {handoverTexts.valid}: {validityWords(note)}
      </p>
      <p style={{ fontSize: "8pt", marginTop: "2mm" }}>{note.advice}</p>
    </section>
  );
}

/** A cross at a corner, which its neighbours complete. */
function CutMark({ corner }: { corner: (typeof CORNERS)[number] }) {
  const inner = { top: corner.includes("top"), left: corner.includes("left") };
  const line = "0.2mm solid black";
  return (
    <span
      aria-hidden
      className={`absolute ${corner}`}
      style={{
        width: "5mm",
        height: "5mm",
        ...(inner.top ? { borderTop: line } : { borderBottom: line }),
        ...(inner.left ? { borderLeft: line } : { borderRight: line }),
      }}
    />
  );
}

/** Groups digits: "48 29 13", and "4829" as "48 29". */
const grouped = (code: string): string => code.replace(/(\d{2})(?=\d)/g, "$1 ");
