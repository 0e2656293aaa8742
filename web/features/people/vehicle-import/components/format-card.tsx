import { CalendarCheck, Download, Warehouse } from "lucide-react";
import { toCsv } from "#contract/csv-export.ts";
import { vehicleImportTexts as texts } from "#web/features/people/texts/vehicle-import.sv.ts";
import { downloadCsv } from "#web/lib/download-csv.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/page/card.tsx";

const FACTS = [
  { icon: CalendarCheck, text: texts.validityFact },
  { icon: Warehouse, text: texts.gatesFact },
];

export function FormatCard() {
  return (
    <>
      <Card
        title={texts.formatTitle}
        actions={
          <Button
            variant="ghost"
            size="sm"
            icon={Download}
            onPress={() => downloadCsv(texts.templateName, toCsv([texts.fields, ...texts.sample]))}
          >
            {texts.downloadTemplate}
          </Button>
        }
      >
        <p className="mb-3 text-small text-ink-2">{texts.formatHelp}</p>
        <Sample />
        <p className="mt-3 text-small text-ink-2">{texts.formats}</p>
      </Card>
      <Card title={texts.factsTitle}>
        <ul className="flex flex-col gap-2.5 text-body text-ink">
          {FACTS.map(({ icon: Icon, text }) => (
            <li key={text} className="flex gap-2.5">
              <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-ink-2" />
              {text}
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

function Sample() {
  return (
    <div
      role="region"
      aria-label={texts.sampleLabel}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone it scrolls sideways, by keyboard too
      tabIndex={0}
      className="ring-focus overflow-x-auto rounded-track border border-line"
    >
      <table className="w-full border-separate border-spacing-0 text-small whitespace-nowrap">
        <thead className="text-ink-3">
          <tr>
            {texts.fields.map((field) => (
              <th key={field} scope="col" className="border-b border-line bg-sunken px-3 py-1.5 text-left font-medium">
                {field}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {texts.sample.map((line) => (
            <tr key={line[1]} className="group/row">
              {line.map((value) => (
                <td key={value} className="border-b border-line-soft px-3 py-1.5 group-last/row:border-b-0">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
