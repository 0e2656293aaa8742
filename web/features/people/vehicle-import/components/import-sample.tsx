interface ImportSampleProps {
  label: string;
  heads: readonly string[];
  lines: readonly (readonly string[])[];
}

/** Shows the first lines of a file, as an example. */
export function ImportSample({ label, heads, lines }: ImportSampleProps) {
  return (
    <div
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone it scrolls sideways, by keyboard too
      tabIndex={0}
      className="ring-focus overflow-x-auto rounded-track border border-line"
    >
      <table className="w-full border-separate border-spacing-0 text-small whitespace-nowrap">
        <thead className="text-ink-3">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="border-b border-line bg-sunken px-3 py-1.5 text-left font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.join()} className="group/row">
              {heads.map((head, at) => (
                <td key={head} className="border-b border-line-soft px-3 py-1.5 group-last/row:border-b-0">
                  {line[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
