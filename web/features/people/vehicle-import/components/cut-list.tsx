import { vehicleImportTexts as texts } from "#web/features/people/texts/vehicle-import.sv.ts";
import { formatNumber } from "#web/lib/dates.ts";

export function CutList({ lines, most }: { lines: readonly string[]; most: number }) {
  if (lines.length === 0) return null;
  const more = lines.length - most;
  return (
    <ul className="flex flex-col gap-0.5 wrap-anywhere">
      {lines.slice(0, most).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and none moves
        // oxlint-disable-next-line react/no-array-index-key -- see above
        <li key={index}>{line}</li>
      ))}
      {more > 0 && <li>{texts.andMore(formatNumber(more))}</li>}
    </ul>
  );
}
