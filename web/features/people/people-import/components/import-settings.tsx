// Chooses what the file's columns mean, and the access of rows that name none.

import { PEOPLE_COLUMNS, type PeopleColumn, type PeopleLayout } from "#contract/people-columns.ts";
import { VALIDITY_PERIODS } from "#contract/validity.ts";
import { JoiningSelect } from "#web/features/people/components/joining-select.tsx";
import { doorGroups } from "#web/features/people/offered-doors.ts";
import { peopleTexts, validityTexts } from "#web/features/people/texts/people.sv.ts";
import { peopleImportTexts as texts } from "#web/features/people/texts/people-import.sv.ts";
import { columnLetter } from "#web/features/people/vehicle-import/column-choices.ts";
import type { ReadFile } from "#web/features/people/vehicle-import/read-file.ts";
import { words } from "#web/texts/words.sv.ts";
import { Checkbox } from "#web/ui/choices/checkbox.tsx";
import { CheckboxList } from "#web/ui/choices/checkbox-list.tsx";
import { Select } from "#web/ui/choices/select.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { columnLabel } from "../column-label.ts";
import type { PeopleImporting } from "../use-people-import.ts";

const NONE = "none";
const PERIODS = VALIDITY_PERIODS.map((id) => ({ id, label: validityTexts[id] }));
const EXAMPLES = 2;

interface ColumnsCardProps {
  file: ReadFile;
  layout: PeopleLayout;
  onChange: (layout: PeopleLayout) => void;
}

export function ColumnsCard({ file, layout, onChange }: ColumnsCardProps) {
  const options = optionsOf(file, layout);
  const orNone = [{ id: NONE, label: texts.notInFile }, ...options];
  const chosen = Object.values(layout.columns);
  const unread = options.filter(({ id, description }) => description !== undefined && !chosen.includes(Number(id)));
  return (
    <Card title={texts.columnsTitle} note={file.fileName}>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] items-start gap-4 phone:grid-cols-2 phone:gap-3">
        {PEOPLE_COLUMNS.map((column) => {
          const at = layout.columns[column];
          const isTwice = at !== null && chosen.filter((other) => other === at).length > 1;
          return (
            <Select
              key={column}
              label={columnLabel(column)}
              hint={column === "first_name" ? texts.wholeName : undefined}
              options={column === "first_name" ? options : orNone}
              value={at === null ? NONE : String(at)}
              errorMessage={isTwice ? texts.twice : undefined}
              onChange={(id) => onChange(withColumn(layout, column, id === NONE ? null : Number(id)))}
            />
          );
        })}
      </div>
      {unread.length > 0 && (
        <p className="mt-3 text-small wrap-anywhere text-ink-2">
          {texts.unread(unread.map(({ label }) => label).join(", "))}
        </p>
      )}
    </Card>
  );
}

const withColumn = (layout: PeopleLayout, column: PeopleColumn, at: number | null): PeopleLayout => ({
  ...layout,
  columns: { ...layout.columns, [column]: at },
});

function optionsOf({ lines }: ReadFile, { header }: PeopleLayout) {
  const head = header === null ? undefined : lines[header];
  const body = lines.slice(header === null ? 0 : header + 1, (header ?? 0) + 20);
  const width = Math.max(0, ...lines.slice(0, 20).map((line) => line.fields.length), head?.fields.length ?? 0);
  return Array.from({ length: width }, (_, at) => {
    const filled = body.map((line) => line.fields[at] ?? "").filter((text) => text !== "");
    return {
      id: String(at),
      label: texts.column(columnLetter(at), head?.fields[at] ?? ""),
      description: filled.slice(0, EXAMPLES).join(", ") || undefined,
    };
  });
}

type AccessProps = Pick<PeopleImporting, "access" | "settings" | "change" | "joined">;

export function AccessCard({ access, settings, change, joined }: AccessProps) {
  return (
    <Card title={texts.accessTitle}>
      <div className="grid grid-cols-2 items-start gap-4 phone:grid-cols-1">
        <CheckboxList
          label={texts.doors}
          groups={doorGroups(access ?? [], [], new Map())}
          value={settings.doorIds}
          onChange={(doorIds) => change({ doorIds })}
          countWords={peopleTexts.doors}
          searchLabel={texts.searchDoors}
          emptyText={access === undefined ? words.loading : texts.noDoors}
        />
        <div className="flex flex-col gap-4">
          <JoiningSelect label={texts.group} of={joined} />
          <Select
            label={texts.period}
            options={PERIODS}
            value={settings.period}
            onChange={(period) => change({ period })}
          />
          <Checkbox value={settings.generates} onChange={(generates) => change({ generates })}>
            {texts.generates}
          </Checkbox>
        </div>
      </div>
    </Card>
  );
}
