// Shows a plate character by character, beside another: differences are emphasised, and a character that a camera lost is an empty place.
import { cx } from "#web/lib/cx.ts";
import { PlateBand } from "./plate-chip.tsx";

export interface PlateSign {
  /** Null: lost by the camera. */
  sign: string | null;
  differs?: boolean;
}

/** A separate box would drop a plain space. */
const NO_BREAK = "\u00a0";
const DIFFERS =
  "bg-[color-mix(in_oklab,var(--wait)_34%,var(--plate))] shadow-[inset_0_-2.5px_0_var(--wait-ink)] dark:shadow-[inset_0_-2.5px_0_var(--plate-ink)] forced-colors:border-b-2";

/** Shows a plate's characters. `lostLabel`: the announcement of an empty place. */
export function PlateSigns({ signs, lostLabel }: { signs: readonly PlateSign[]; lostLabel: string }) {
  return (
    <span
      data-plate
      title={signs.map(({ sign }) => sign ?? "_").join("")}
      className="inline-flex h-6 max-w-full shrink-0 items-center overflow-hidden rounded-plate border border-plate-line bg-plate text-plate-ink"
    >
      <PlateBand />
      <span translate="no" className="flex h-full items-center px-1.5 font-mono text-body font-bold whitespace-pre">
        {signs.map(({ sign, differs }, place) =>
          sign === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a sign has no other identity than its place
            <span key={place} className="mx-px inline-block h-4 w-2 rounded-[2px] border border-plate-ink">
              <span className="sr-only">{lostLabel}</span>
            </span>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <span key={place} className={cx("inline-flex h-5 items-center", differs && DIFFERS)}>
              {sign === " " ? NO_BREAK : sign}
            </span>
          ),
        )}
      </span>
    </span>
  );
}
