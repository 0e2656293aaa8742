import { CalendarCheck, Download, Warehouse } from "lucide-react";
import { toCsv } from "#contract/csv-export.ts";
import { vehicleImportTexts as texts } from "#web/features/people/texts/vehicle-import.sv.ts";
import { downloadCsv } from "#web/lib/download-csv.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { ImportSample } from "./import-sample.tsx";

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
        <ImportSample label={texts.sampleLabel} heads={texts.fields} lines={texts.sample} />
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
