// Shows what an import will do: rows with errors first, then people who exist already.
import { CircleAlert, CopyPlus, Sparkles } from "lucide-react";
import { personProblemSentence } from "#contract/errors/people-rows.ts";
import { groupsOfRow, isGenerated, type PersonRow } from "#contract/people-file.ts";
import { peopleImportTexts as texts } from "#web/features/people/texts/people-import.sv.ts";
import { ImportFigures } from "#web/features/people/vehicle-import/components/import-figures.tsx";
import { formatNumber } from "#web/lib/dates.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { language } from "#web/texts/language.ts";
import { words } from "#web/texts/words.sv.ts";
import { Checkbox } from "#web/ui/choices/checkbox.tsx";
import { PlateChip } from "#web/ui/credentials/plate-chip.tsx";
import { Note } from "#web/ui/note.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Pill } from "#web/ui/pill.tsx";
import { columnLabel } from "../column-label.ts";
import { type ReadPerson, rowsWithoutZero } from "../read-people.ts";
import type { PeopleImporting } from "../use-people-import.ts";

const SHOWN = 100;
/** Row numbers named in one sentence. */
const MOST_ROWS = 10;
/** Shown instead of any PIN. Fixed length, so it does not reveal the PIN's. */
const DOTS = "••••";
const HEADS = [
  texts.row,
  columnLabel("first_name"),
  columnLabel("apartment"),
  columnLabel("pin"),
  columnLabel("plate"),
  texts.status,
];

type PreviewProps = Pick<PeopleImporting, "people" | "places" | "known" | "sent" | "settings" | "change">;

export function PeoplePreview({ people, places, known, sent, settings, change }: PreviewProps) {
  const phone = useIsPhone();
  if (people.length === 0) return <p className="py-6 text-center text-body text-ink-2">{texts.none}</p>;
  const refused = people.filter(({ problem }) => problem !== null).length;
  const isKnown = ({ row }: ReadPerson) => known?.has(row.row) ?? false;
  const existing = people.filter((person) => person.problem === null && isKnown(person)).length;
  const given = sent.filter(({ pin }) => isGenerated(pin)).length;
  const cut = rowsWithoutZero(people);
  const groupsOf = (row: PersonRow) => {
    const found = groupsOfRow(row, places);
    return "groups" in found ? found.groups.map(({ name }) => name) : (row.groups ?? []);
  };
  const joining = sent.filter((row) => groupsOf(row).length > 0).length;
  const place = (person: ReadPerson) => (person.problem !== null ? 0 : isKnown(person) ? 1 : 2);
  const ordered = people.toSorted((a, b) => place(a) - place(b) || a.row.row - b.row.row);
  const shown = ordered.slice(0, SHOWN).map((person) => ({
    person,
    groups: groupsOf(person.row),
    isKnown: isKnown(person),
  }));
  const more = ordered.length - SHOWN;
  return (
    <Card title={texts.previewTitle}>
      <div className="flex flex-col gap-3">
        <div role="status">
          <ImportFigures
            figures={[
              [sent.length, texts.ready],
              [existing, texts.known],
              [refused, texts.refused(refused === 1)],
              [given, texts.givenPins(given === 1)],
            ]}
          />
        </div>
        {cut.length > 0 && (
          <Note tone="wait" icon={CircleAlert}>
            {texts.zeroLost(
              cut.slice(0, MOST_ROWS).join(", ") + (cut.length > MOST_ROWS ? ", ..." : ""),
              cut.length === 1,
            )}
          </Note>
        )}
        {joining > 0 && <p className="text-small text-ink-2">{texts.joining(formatNumber(joining), joining === 1)}</p>}
        {existing > 0 && (
          <Checkbox value={settings.addsKnown} onChange={(addsKnown) => change({ addsKnown })}>
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
          {phone ? <Cards shown={shown} /> : <Table shown={shown} />}
        </div>
        {more > 0 && <p className="text-small text-ink-2">{texts.more(formatNumber(more), more)}</p>}
      </div>
    </Card>
  );
}

interface LineProps {
  person: ReadPerson;
  /** Names. */
  groups: readonly string[];
  isKnown: boolean;
}

function Table({ shown }: { shown: readonly LineProps[] }) {
  return (
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
        {shown.map((line) => (
          <TableLine key={line.person.row.row} {...line} />
        ))}
      </tbody>
    </table>
  );
}

function TableLine({ person, groups, isKnown }: LineProps) {
  const { row } = person;
  const cell = "border-b border-line-soft px-3 py-2 align-top";
  return (
    <tr>
      <td className={`tabular text-ink-3 ${cell}`}>{row.row}</td>
      <td className={`min-w-52 wrap-anywhere ${cell}`} translate="no">
        <span className="font-name">{nameOf(row)}</span>
        {row.email !== "" && <span className="block text-meta text-ink-2">{row.email}</span>}
        {groups.map((group) => (
          <span key={group} className="block text-meta text-ink-2">
            {group}
          </span>
        ))}
      </td>
      <td className={`wrap-anywhere ${cell}`}>{row.apartment || words.none}</td>
      <td className={`whitespace-nowrap ${cell}`}>{pinOf(row)}</td>
      <td className={`whitespace-nowrap ${cell}`}>
        {row.plate === "" ? words.none : <PlateChip plate={row.plate} className="-my-0.5" />}
      </td>
      <td className={cell}>
        <Outcome person={person} isKnown={isKnown} />
      </td>
    </tr>
  );
}

function Cards({ shown }: { shown: readonly LineProps[] }) {
  return (
    <ul className="divide-y divide-line-soft text-cell">
      {shown.map(({ person, groups, isKnown }) => (
        <li key={person.row.row} className="flex flex-col gap-1 px-3 py-2">
          <span className="flex items-baseline justify-between gap-2">
            <span translate="no" className="font-strong wrap-anywhere">
              {nameOf(person.row)}
            </span>
            <span className="tabular shrink-0 text-meta text-ink-3">{texts.lineOf(person.row.row)}</span>
          </span>
          <span translate="no" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-2">
            {[person.row.email, person.row.apartment, ...groups].filter((text) => text !== "").join(" · ")}
            {person.row.pin !== "" && <span>{pinOf(person.row)}</span>}
            {person.row.plate !== "" && <PlateChip plate={person.row.plate} />}
          </span>
          <span>
            <Outcome person={person} isKnown={isKnown} />
          </span>
        </li>
      ))}
    </ul>
  );
}

const nameOf = (row: PersonRow) => `${row.first_name} ${row.last_name}`.trim() || words.none;
const pinOf = ({ pin }: PersonRow) => (pin === "" ? words.none : isGenerated(pin) ? texts.made : DOTS);

function Outcome({ person: { problem }, isKnown }: Omit<LineProps, "groups">) {
  if (problem !== null)
    return (
      <>
        <Pill tone="fail" icon={CircleAlert}>
          {texts.isRefused}
        </Pill>
        <span className="mt-1 block min-w-40 text-small text-ink-2">{personProblemSentence(problem, language())}</span>
      </>
    );
  return isKnown ? (
    <Pill tone="wait" icon={CopyPlus}>
      {texts.isKnown}
    </Pill>
  ) : (
    <Pill tone="accent" icon={Sparkles}>
      {texts.isNew}
    </Pill>
  );
}
