// Shows the file's first lines, each column under its chosen meaning.
import type { TextLine } from "#contract/read-csv.ts";
import { findHead } from "#contract/vehicle-columns.ts";
import { vehicleImportTexts } from "#web/features/people/texts/vehicle-import.sv.ts";
import { cx } from "#web/lib/cx.ts";
import { type ColumnChoices, type ColumnName, columnLetter } from "../column-choices.ts";

const texts = vehicleImportTexts.columns;
const SHOWN_LINES = 6;
const NAMES: readonly ColumnName[] = ["plate", "user", "lastName", "vehicleType"];

export function ColumnSample({ lines, choices }: { lines: readonly TextLine[]; choices: ColumnChoices }) {
  const from = choices.hasHeader ? (findHead(lines) ?? 0) : 0;
  const shown = lines.slice(from, from + SHOWN_LINES);
  const width = Math.max(0, ...shown.map((line) => line.fields.length));
  const columns = Array.from({ length: width }, (_, index) => {
    const name = NAMES.find((one) => choices[one] === String(index));
    return { index, role: name === undefined ? null : texts[name] };
  });
  return (
    <div
      role="region"
      aria-label={texts.sample}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reachable by keyboard
      tabIndex={0}
      className="ring-focus max-h-72 overflow-auto rounded-card border border-line bg-surface text-cell"
    >
      <table className="w-full border-separate border-spacing-0 whitespace-nowrap">
        <thead>
          <tr>
            {columns.map(({ index, role }) => (
              <th key={index} scope="col" className="border-b border-line bg-sunken px-3 py-1.5 text-left text-small">
                <span className="text-ink-3">{columnLetter(index)}</span>{" "}
                <span className={cx("font-strong", role === null ? "text-ink-3" : "text-accent-ink")}>
                  {role ?? texts.unused}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((line, at) => (
            <tr key={line.number}>
              {columns.map(({ index, role }) => (
                <td
                  key={index}
                  title={line.fields[index] ?? ""}
                  className={cx(
                    "max-w-48 truncate border-b border-line-soft px-3 py-1.5",
                    role === null || (at === 0 && choices.hasHeader) ? "text-ink-3" : "text-ink",
                  )}
                >
                  {line.fields[index] ?? ""}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
