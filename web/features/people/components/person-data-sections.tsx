// The sections of a person's data, in the order of people's questions.

import type { ReactNode } from "react";
import { formatPlate } from "#contract/format-plate.ts";
import { DEFAULT_PURPOSES } from "#contract/forms/organization.ts";
import { personFieldText } from "#contract/forms/person-fields.ts";
import { FILED_PURPOSES } from "#contract/forms/texts.ts";
import type { PersonExport } from "#contract/functions/person-data.ts";
import { ownWord } from "#contract/own-word.ts";
import { PERSON_FIELDS } from "#contract/person-fields.ts";
import { accessLogsTexts } from "#web/features/passages/texts/access-logs.sv.ts";
import { doorLogTexts } from "#web/features/passages/texts/door-log.sv.ts";
import { formatExact, formatLongDay, formatNumber } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { Card } from "#web/ui/page/card.tsx";
import { fullName } from "../person.ts";
import { personDataPageTexts as t } from "../texts/person-data-page.sv.ts";
import { privacyTexts } from "../texts/privacy.sv.ts";

const { facts, sections, nothing } = t;

export function PersonDataSections({ known }: { known: PersonExport }) {
  const {
    person,
    credentials,
    passages,
    door_events: doorEvents,
    replicas_on_devices: replicas,
    receipts,
    changes,
  } = known;
  const days = known.passages_kept_days;
  return (
    <div className="flex flex-col gap-4 print:gap-6">
      <Card title={sections.person}>
        <Facts rows={personFacts(person)} />
      </Card>
      <Credentials credentials={credentials} />
      <Passages passages={passages} doorEvents={doorEvents} />
      <Section title={sections.devices} empty={nothing.devices} rows={replicas}>
        <Table
          label={sections.devices}
          heads={[facts.controller, facts.confirmed]}
          rows={replicas.map(({ controller, confirmed_at }) => [controller, formatExact(confirmed_at)])}
        />
      </Section>
      <Section title={sections.receipts} empty={nothing.receipts} rows={receipts}>
        <Table
          label={sections.receipts}
          heads={[facts.time, facts.controller, facts.event]}
          rows={receipts.map(({ at, controller, kind }) => [
            formatExact(at),
            controller ?? words.none,
            ownWord(t.receiptKinds, kind) ?? kind,
          ])}
        />
      </Section>
      <Section title={sections.changes} empty={nothing.changes} rows={changes}>
        <Table
          label={sections.changes}
          heads={[facts.time, facts.event]}
          rows={changes.map(({ at, action }) => [formatExact(at), ownWord(t.changes, action) ?? t.otherChange])}
        />
      </Section>
      <Card title={sections.handling}>
        <Facts
          rows={[
            [facts.purposes, known.purposes === FILED_PURPOSES ? DEFAULT_PURPOSES : known.purposes],
            [facts.kept, privacyTexts.days(formatNumber(days), days === 1)],
          ]}
        />
      </Card>
    </div>
  );
}

function personFacts(person: PersonExport["person"]): (readonly [string, string])[] {
  return [
    [facts.name, fullName(person)],
    [facts.organization, person.organization],
    ...PERSON_FIELDS.flatMap((field) => {
      const text = person[field];
      return text === null ? [] : [[personFieldText(field, "label"), text] as const];
    }),
    ...(person.created_at === null ? [] : ([[facts.created, formatExact(person.created_at)]] as const)),
    ...(person.updated_at === null ? [] : ([[facts.updated, formatExact(person.updated_at)]] as const)),
    ...(person.removed_at ? ([[facts.removed, formatExact(person.removed_at)]] as const) : []),
  ];
}

function Credentials({ credentials }: Pick<PersonExport, "credentials">) {
  return (
    <Card title={sections.credentials}>
      {credentials.length === 0 && <Nothing>{nothing.credentials}</Nothing>}
      <div className="flex flex-col gap-5">
        {credentials.map((credential) => (
          <div key={credential.created_at + credential.value} className="print:break-inside-avoid">
            <h3 className="mb-2 text-body font-strong text-ink">{t.credentialTypes[credential.type]}</h3>
            <Facts rows={credentialFacts(credential)} />
            {credential.type === "pin" && <p className="mt-2 text-small text-ink-2">{t.maskedPin}</p>}
          </div>
        ))}
      </div>
    </Card>
  );
}

interface PassagesProps {
  passages: PersonExport["passages"];
  doorEvents: PersonExport["door_events"];
}

function Passages({ passages, doorEvents }: PassagesProps) {
  return (
    <>
      <Section title={sections.passages} empty={nothing.passages} rows={passages}>
        <Table
          label={sections.passages}
          heads={[facts.time, facts.gate, facts.plate, facts.result]}
          rows={passages.map(({ at, gate, plate, granted, reason }) => [
            formatExact(at),
            gate ?? words.none,
            formatPlate(plate),
            granted ? t.granted : t.denied(accessLogsTexts.reasons[reason]),
          ])}
        />
      </Section>
      <Section title={sections.doors} empty={nothing.doors} rows={doorEvents}>
        <Table
          label={sections.doors}
          heads={[facts.time, facts.door, facts.controller, facts.result]}
          rows={doorEvents.map(({ at, door, controller, granted, reason }) => [
            formatExact(at),
            door ?? words.none,
            controller ?? words.none,
            granted === false ? t.denied(reason === null ? words.none : doorLogTexts.reasons[reason]) : t.granted,
          ])}
        />
      </Section>
    </>
  );
}

function credentialFacts(credential: PersonExport["credentials"][number]): [string, string][] {
  const { type, value, vehicle_type, valid_from, valid_to, enabled, created_at, access } = credential;
  const from = formatLongDay(valid_from);
  const places = access.map(({ controller, door }) => (door === null ? controller : `${door} (${controller})`));
  return [
    type === "pin" ? [facts.code, value] : [facts.plate, formatPlate(value)],
    ...(vehicle_type === null ? [] : ([[facts.vehicleType, vehicle_type]] satisfies [string, string][])),
    [facts.validity, valid_to === null ? t.validFrom(from) : t.validBetween(from, formatLongDay(valid_to))],
    [facts.enabled, enabled ? t.yes : t.no],
    [facts.access, places.join(", ") || words.none],
    [facts.created, formatExact(created_at)],
  ];
}

interface SectionProps {
  title: string;
  empty: string;
  rows: readonly unknown[];
  children: ReactNode;
}

function Section({ title, empty, rows, children }: SectionProps) {
  return (
    <Card title={title} note={rows.length > 0 ? formatNumber(rows.length) : undefined}>
      {rows.length === 0 ? <Nothing>{empty}</Nothing> : children}
    </Card>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="text-body text-ink-2">{children}</p>;
}

function Facts({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid grid-cols-[11rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-body phone:grid-cols-1 phone:gap-y-0.5">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-2 phone:text-small">{label}</dt>
          <dd className="whitespace-pre-line break-words text-ink phone:mb-2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface TableProps {
  label: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
}

function Table({ label, heads, rows }: TableProps) {
  return (
    <div
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone it scrolls sideways, by keyboard too
      tabIndex={0}
      className="ring-focus rounded-chip phone:overflow-x-auto"
    >
      <table className="w-full border-separate border-spacing-0 text-cell">
        <thead className="text-small text-ink-3">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="border-b border-line py-1.5 pr-4 text-left font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a fixed reading have no other identity
            <tr key={index} className="print:break-inside-avoid">
              {row.map((value, column) => (
                <td
                  key={heads[column]}
                  className="tabular border-b border-line-soft py-1.5 pr-4 align-top break-words text-ink phone:first:min-w-24"
                >
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
