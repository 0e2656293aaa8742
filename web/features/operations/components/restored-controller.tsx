import type { ReactNode } from "react";
import type { RestoreController, RestoreDifference } from "#contract/functions/restore-control.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { Checkbox } from "#web/ui/choices/checkbox.tsx";
import { Note } from "#web/ui/note.tsx";
import { operationsTexts as t } from "../texts/operations.sv.ts";

export interface RestoredControllerProps {
  controller: RestoreController;
  /** Ids of credential sources that regain access, or that are removed because the database does not know them. */
  chosen: ReadonlySet<string>;
  onToggle: (sourceId: string, on: boolean) => void;
}

type Of<Kind extends RestoreDifference["kind"]> = Extract<RestoreDifference, { kind: Kind }>;

export function RestoredController({ controller, chosen, onToggle }: RestoredControllerProps) {
  const { name, error, inspected_at, total_items, items } = controller;
  const only = <Kind extends RestoreDifference["kind"]>(kind: Kind) =>
    items.filter((item): item is Of<Kind> => item.kind === kind);
  const foreign = only("foreign").length;
  const box = (sourceId: string, name: string, label: string, note?: string) => (
    <Checkbox key={sourceId} value={chosen.has(sourceId)} onChange={(on) => onToggle(sourceId, on)} label={label}>
      {name}
      {note && <span className="text-ink-2"> ({note})</span>}
    </Checkbox>
  );
  return (
    <section className="border-t border-line pt-3">
      <h3 className="mb-2 text-cell font-name text-ink">{name}</h3>
      {error !== null && <Note tone="fail">{t.trouble(error)}</Note>}
      {error === null && inspected_at === null && <p className="text-small text-ink-2">{t.notRead}</p>}
      {error === null && inspected_at !== null && items.length === 0 && <Note tone="ok">{t.same}</Note>}
      <Group title={t.missing} help={t.missingHelp}>
        {only("missing_on_device").map((item) => box(item.source_id, item.label, t.grantAgain(item.label)))}
      </Group>
      <Group title={t.differing} help={t.differingHelp}>
        {only("differs").map((item) =>
          box(item.source_id, item.label, t.grantAgain(item.label), t.differs(item.differences)),
        )}
      </Group>
      <Group title={t.pinAlone} help={t.pinAloneHelp}>
        {only("pin_alone").map((item) => (
          <p key={item.access_point_id} className="text-ink">
            {item.label}
          </p>
        ))}
      </Group>
      <Group title={t.unknown} help={t.unknownHelp}>
        {only("unknown_to_database").map((item) =>
          box(item.source_id, item.name ?? t.unnamed, t.removeIt(item.name ?? t.unnamed)),
        )}
      </Group>
      {foreign > 0 && <p className="text-small text-ink-2">{t.foreign(formatNumber(foreign))}</p>}
      {total_items > items.length && (
        <p className="text-small text-ink-2">{t.notListed(formatNumber(total_items - items.length))}</p>
      )}
    </section>
  );
}

function Group({ title, help, children }: { title: string; help: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <div role="group" aria-label={title} className="mb-3">
      <h4 className="text-small text-ink">{`${title} (${formatNumber(children.length)})`}</h4>
      <p className="mb-1.5 text-small text-ink-2">{help}</p>
      <div className="flex flex-col gap-1.5">{children}</div>
    </div>
  );
}
