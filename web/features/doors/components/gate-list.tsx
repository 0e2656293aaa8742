// Gates below the doors. A gate has no state that can be read: the portal only knows how to open it.
import { ScanLine, UserRoundSearch } from "lucide-react";
import { useRef } from "react";
import { useIsPhone } from "#web/lib/media.ts";
import { whoAddress } from "#web/lib/passages/who-address.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { navigationTexts } from "#web/texts/navigation.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { RowMenu } from "#web/ui/dialogs/menu.tsx";
import { useRowName } from "#web/ui/row-name.ts";
import { tableColumns } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import type { OpenedGate } from "../api/get-opened-gates.ts";
import { doorsTexts as t } from "../texts/doors.sv.ts";
import { useDoorQuestions } from "../use-door-question.ts";

const column = tableColumns<OpenedGate>();

const gateColumns = column.columns([
  column.accessor("name", {
    header: t.gate,
    cell: ({ row }) => <Gate row={row.original} />,
    meta: { card: "title" },
  }),
  column.accessor("id", {
    header: t.actions,
    cell: ({ row }) => <OpenGate row={row.original} />,
    meta: { align: "right", width: "w-50", isButtons: true },
  }),
]);

export function GateList({ gates }: { gates: readonly OpenedGate[] }) {
  const isPhone = useIsPhone();
  if (gates.length === 0) return null;
  return (
    <section className="mt-6">
      <h2 className="mb-2 text-card text-ink">{t.gates}</h2>
      <DataTable
        label={t.gates}
        columns={gateColumns}
        rows={gates}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        across={isPhone ? (row) => <GateCard row={row} /> : undefined}
        empty={null}
      />
    </section>
  );
}

function GateCard({ row }: { row: OpenedGate }) {
  return (
    <div className="flex items-center justify-between gap-3 py-2">
      <Gate row={row} />
      <OpenGate row={row} onPhone />
    </div>
  );
}

function Gate({ row: { name, enabled } }: { row: OpenedGate }) {
  return (
    <span title={name} className="flex min-w-0 items-center gap-2.5">
      <ScanLine aria-hidden size={16} className="shrink-0 text-ink-2" />
      <span className="truncate font-name text-ink">{name}</span>
      {!enabled && <span className="shrink-0 font-normal text-ink-2">{t.switchedOff}</span>}
    </span>
  );
}

function OpenGate({ row, onPhone = false }: { row: OpenedGate; onPhone?: boolean }) {
  const { question, ask } = useDoorQuestions();
  const { role } = useSignedIn();
  const box = useRef<HTMLDivElement>(null);
  const name = useRowName(row.name);
  const who = { id: "who", label: navigationTexts.who, icon: UserRoundSearch, href: whoAddress(role, "gate", row.id) };
  return (
    <div ref={box} className="flex items-center justify-end gap-1.5">
      <Button
        size={onPhone ? "md" : "sm"}
        isDisabled={!row.enabled}
        aria-label={t.openNamed(name)}
        aria-haspopup="dialog"
        aria-expanded={question?.place.id === row.id}
        onPress={() => box.current && ask({ about: "OPEN_GATE", place: row, name, anchor: box.current })}
      >
        {t.openDoor}
      </Button>
      <RowMenu rowName={name} actions={[who]} />
    </div>
  );
}
