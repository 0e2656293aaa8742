import { CalendarCheck, Warehouse } from "lucide-react";
import { vehicleImportTexts as texts } from "#web/features/people/texts/vehicle-import.sv.ts";
import { Card } from "#web/ui/page/card.tsx";
import { FormatSample } from "./format-sample.tsx";

const FACTS = [
  { icon: CalendarCheck, text: texts.validityFact },
  { icon: Warehouse, text: texts.gatesFact },
];

export function FormatCard() {
  return (
    <>
      <FormatSample texts={texts} heads={texts.fields}>
        <p className="mt-3 text-small text-ink-2">{texts.formats}</p>
      </FormatSample>
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
