// Shows what an import will do: rows with errors first, then people who exist already.
import { CircleAlert, CopyPlus, Sparkles } from "lucide-react";
import { personProblemSentence } from "#contract/errors/people-rows.ts";
import { isGenerated } from "#contract/people-file.ts";
import { peopleImportTexts as texts } from "#web/features/people/texts/people-import.sv.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { language } from "#web/texts/language.ts";
import { words } from "#web/texts/words.sv.ts";
import { Checkbox } from "#web/ui/choices/checkbox.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Pill } from "#web/ui/pill.tsx";
import type { ReadPerson } from "../read-people.ts";
import type { PeopleImporting } from "../use-people-import.ts";

const SHOWN = 100;
const HEADS = [
  texts.row,
  texts.columns.first_name,
  texts.columns.apartment,
  texts.columns.pin,
  texts.columns.plate,
  texts.status,
];

type PreviewProps = Pick<PeopleImporting, "people" | "known" | "sent" | "settings" | "change">;

export function PeoplePreview({ people, known, sent, settings, change }: PreviewProps) {
  const refused = people.filter(({ problem }) => problem !== null).length;
  const existing = people.filter(({ row, problem }) => problem === null && known?.has(row.row)).length;
  const place = ({ row, problem }: ReadPerson) => (problem !== null ? 0 : known?.has(row.row) ? 1 : 2);
  const ordered = people.toSorted((a, b) => place(a) - place(b) || a.row.row - b.row.row);
  const more = ordered.length - SHOWN;
  if (people.length === 0) return <p className="py-6 text-center text-body text-ink-2">{texts.none}</p>;
  return (
    <Card
      title={texts.previewTitle}
      note={
        <span role="status">
          {[
            texts.ready(formatNumber(sent.length), sent.length),
            ...(existing > 0 ? [texts.known(formatNumber(existing), existing)] : []),
            ...(refused > 0 ? [texts.refused(formatNumber(refused), refused)] : []),
          ].join(" · ")}
        </span>
      }
    >
      {existing > 0 && (
        <Checkbox className="mb-3" value={settings.addsKnown} onChange={(addsKnown) => change({ addsKnown })}>
          {texts.addKnown}
        </Checkbox>
      )}
      <div
        role="region"
        aria-label={texts.table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reachable by keyboard
        tabIndex={0}
        className="ring-focus max-h-96 overflow-auto rounded-track border border-line"
      >
        <table className="w-full border-separate border-spacing-0 text-cell">
          <thead className="text-small text-ink-3">
            <tr>
              {HEADS.map((head) => (
                <th
                  key={head}
                  scope="col"
                  className="sticky top-0 z-10 border-b border-line bg-sunken px-3 py-1.5 text-left font-medium whitespace-nowrap"
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ordered.slice(0, SHOWN).map((person) => (
              <PersonLine key={person.row.row} person={person} isKnown={known?.has(person.row.row) ?? false} />
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p className="mt-2 text-small text-ink-2">{texts.more(formatNumber(more), more)}</p>}
    </Card>
  );
}

function PersonLine({ person: { row, problem }, isKnown }: { person: ReadPerson; isKnown: boolean }) {
  const cell = "border-b border-line-soft px-3 py-1.5 align-top";
  return (
    <tr>
      <td className={`${cell} tabular text-ink-3`}>{row.row}</td>
      <td className={cell} translate="no">
        {`${row.first_name} ${row.last_name}`.trim() || words.none}
        {row.email !== "" && <span className="block text-meta text-ink-2">{row.email}</span>}
      </td>
      <td className={`${cell} whitespace-nowrap`}>{row.apartment || words.none}</td>
      <td className={`${cell} whitespace-nowrap`}>
        {row.pin === "" ? words.none : isGenerated(row.pin) ? texts.made : "•".repeat(4)}
      </td>
      <td className={`${cell} whitespace-nowrap`}>{row.plate || words.none}</td>
      <td className={cell}>
        {problem !== null ? (
          <>
            <Pill tone="fail" icon={CircleAlert}>
              {texts.isRefused}
            </Pill>
            <span className="mt-1 block min-w-40 text-small text-ink-2">
              {personProblemSentence(problem, language())}
            </span>
          </>
        ) : isKnown ? (
          <Pill tone="wait" icon={CopyPlus}>
            {texts.isKnown}
          </Pill>
        ) : (
          <Pill tone="accent" icon={Sparkles}>
            {texts.isNew}
          </Pill>
        )}
      </td>
    </tr>
  );
}
