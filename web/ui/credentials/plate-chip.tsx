import { formatPlate } from "#contract/format-plate.ts";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.sv.ts";

export function PlateBand({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden
      className={cx(
        "flex w-[13px] shrink-0 flex-col items-center justify-center gap-0.5 self-stretch bg-plate-band text-band leading-none font-bold text-on-accent select-none forced-colors:border-r",
        className,
      )}
    >
      <svg viewBox="0 0 12 12" className="w-2.5">
        <circle cx="6" cy="6" r="4.500" fill="none" stroke="gold" strokeWidth="1.400" strokeDasharray="1.100 1.256" />
      </svg>
      S
    </span>
  );
}

/** Shows a plate, 24 px high. An empty read is "Oläst skylt". Swedish forms get their space; others are shown as stored. */
export function PlateChip({ plate, className }: { plate: string | null | undefined; className?: string | undefined }) {
  if (!plate?.trim()) return <span className="text-ink-3">{words.unreadPlate}</span>;
  return (
    <span
      className={cx(
        "inline-flex h-6 max-w-full shrink-0 items-center overflow-hidden rounded-plate border border-plate-line bg-plate text-plate-ink",
        className,
      )}
    >
      <PlateBand />
      <span
        translate="no"
        title={formatPlate(plate)}
        className="truncate px-1.5 font-mono text-body font-bold whitespace-pre"
      >
        {formatPlate(plate)}
      </span>
    </span>
  );
}
