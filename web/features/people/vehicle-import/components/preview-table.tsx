// Previews a file of up to 20,000 rows: only visible ones are rendered.
import { useVirtualizer } from "@tanstack/react-virtual";
import { CopyPlus, Sparkles } from "lucide-react";
import { useRef } from "react";
import type { NumberedVehicle } from "#contract/vehicle-csv.ts";
import { vehicleImportTexts as texts } from "#web/features/people/texts/vehicle-import.sv.ts";
import { cx } from "#web/lib/cx.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { words } from "#web/texts/words.sv.ts";
import { PlateChip } from "#web/ui/credentials/plate-chip.tsx";
import { Pill } from "#web/ui/pill.tsx";

const ROW_PX = 44;
const CARD_PX = 68;
const HEAD_PX = 36;
/** Least visible height below long notes; a table of few rows is as high as they are. */
const LEAST_PX = 176;
const COLUMNS = "grid grid-cols-[9.5rem_1fr_1fr_1fr_7rem] items-center gap-x-3 px-4";

interface PreviewTableProps {
  vehicles: readonly NumberedVehicle[];
  dimDuplicates: boolean;
}

export function PreviewTable({ vehicles, dimDuplicates }: PreviewTableProps) {
  // The virtualizer changes its answers under one identity, which the compiler cannot see.
  "use no memo";
  const phone = useIsPhone();
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- see "use no memo"
  const virtual = useVirtualizer({
    count: vehicles.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (phone ? CARD_PX : ROW_PX),
    overscan: 8,
  });
  const items = virtual.getVirtualItems().flatMap(({ index, start, size }) => {
    const vehicle = vehicles[index];
    if (!vehicle) return [];
    const dimmed = dimDuplicates && vehicle.status !== "new";
    return [{ vehicle, index, style: { top: start, height: size }, dimmed }];
  });
  const height = { height: virtual.getTotalSize() };
  const wanted = virtual.getTotalSize() + (phone ? 0 : HEAD_PX) + 2; // Includes the table's border.
  return (
    <div
      ref={scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label={texts.table}
      style={{ minHeight: Math.min(LEAST_PX, wanted) }}
      className="ring-focus max-h-80 overflow-auto rounded-card border border-line bg-surface text-cell"
    >
      {phone ? (
        <ul className="relative" style={height}>
          {items.map(({ vehicle, index, style, dimmed }) => (
            <Card
              key={vehicle.row}
              vehicle={vehicle}
              index={index}
              of={vehicles.length}
              style={style}
              dimmed={dimmed}
            />
          ))}
        </ul>
      ) : (
        <div role="table" aria-label={texts.table} aria-rowcount={vehicles.length + 1} className="min-w-[36rem]">
          <Head />
          <div role="rowgroup" className="relative" style={height}>
            {items.map(({ vehicle, index, style, dimmed }) => (
              <Row key={vehicle.row} vehicle={vehicle} index={index} style={style} dimmed={dimmed} />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function Head() {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 bg-surface">
      <div role="row" aria-rowindex={1} className={cx(COLUMNS, "h-9 border-b border-line text-small text-ink-3")}>
        {[texts.plate, texts.firstName, texts.lastName, texts.vehicleType, texts.status].map((head) => (
          <span key={head} role="columnheader" className="font-medium">
            {head}
          </span>
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  vehicle: NumberedVehicle;
  index: number;
  style: { top: number; height: number };
  dimmed: boolean;
}

function Row({ vehicle, index, style, dimmed }: RowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      style={style}
      className={cx(COLUMNS, "absolute inset-x-0 border-b border-line-soft", dimmed && "opacity-50")}
    >
      <span role="cell" className="min-w-0">
        <PlateChip plate={vehicle.plate} />
      </span>
      <Cell text={vehicle.first_name} />
      <Cell text={vehicle.last_name} />
      <Cell text={vehicle.vehicle_type ?? words.none} />
      <span role="cell" className="min-w-0">
        <StatusPill vehicle={vehicle} />
      </span>
    </div>
  );
}

function Cell({ text }: { text: string }) {
  return (
    <span role="cell" title={text} translate="no" className="truncate">
      {text}
    </span>
  );
}

interface CardProps extends RowProps {
  of: number;
}

function Card({ vehicle, index, of, style, dimmed }: CardProps) {
  return (
    <li
      aria-posinset={index + 1}
      aria-setsize={of}
      style={style}
      className={cx(
        "absolute inset-x-0 flex flex-col justify-center gap-1 border-b border-line-soft px-3",
        dimmed && "opacity-50",
      )}
    >
      <span className="flex items-center justify-between gap-2">
        <PlateChip plate={vehicle.plate} />
        <StatusPill vehicle={vehicle} />
      </span>
      <span translate="no" className="truncate text-small text-ink-2">
        {vehicle.first_name} {vehicle.last_name}
        {vehicle.vehicle_type && ` · ${vehicle.vehicle_type}`}
      </span>
    </li>
  );
}

function StatusPill({ vehicle }: { vehicle: NumberedVehicle }) {
  if (vehicle.status === "new")
    return (
      <Pill tone="accent" icon={Sparkles}>
        {texts.isNew}
      </Pill>
    );
  return (
    <Pill tone="wait" icon={CopyPlus}>
      {texts.isDuplicate}
    </Pill>
  );
}
