// Columns of the codes. They stand at module scope, so cells find their callbacks in a context.
import { createContext, use } from "react";
import { Button } from "react-aria-components";
import { formatDay } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { words } from "#web/texts/words.sv.ts";
import { PinChip } from "#web/ui/credentials/pin-chip.tsx";
import { Pill } from "#web/ui/pill.tsx";
import { SyncPill } from "#web/ui/sync-pill.tsx";
import { tableColumns } from "#web/ui/table/columns.ts";
import type { ReplicaCounts } from "../api/get-code-states.ts";
import type { ListedCode } from "../api/get-weekly-codes.ts";
import { codeState, isThisWeek, weekName } from "../code-state.ts";
import { weeklyCodesTexts as t } from "../texts/weekly-codes.sv.ts";

interface CodeList {
  states: ReadonlyMap<string, ReplicaCounts> | undefined;
  reveal: (code: ListedCode) => Promise<string>;
  showControllers: (code: ListedCode) => void;
}

export const CodeListContext = createContext<CodeList | null>(null);

const column = tableColumns<ListedCode>();

export const codeColumns = column.columns([
  column.accessor("week_number", {
    header: t.week,
    cell: ({ row }) => <Week code={row.original} />,
    meta: { card: "title", width: "w-30" },
  }),
  column.accessor("code", {
    header: t.code,
    cell: ({ row }) => <Code code={row.original} />,
    meta: { width: "w-31" },
  }),
  column.display({
    id: "state",
    header: words.status,
    cell: ({ row }) => <State code={row.original} />,
  }),
  column.accessor("valid_from", {
    header: t.validFrom,
    cell: ({ row }) => <Day value={row.original.valid_from} />,
    meta: { cardLabel: t.validFrom, rank: 2, width: "w-26" },
  }),
  column.accessor("valid_to", {
    header: t.validTo,
    // The end is the next Monday 00:00, so the last day is the Sunday before.
    cell: ({ row }) => <Day value={Date.parse(row.original.valid_to) - 1} />,
    meta: { cardLabel: t.validTo, rank: 2, width: "w-26" },
  }),
  column.display({
    id: "controllers",
    header: t.controllers,
    cell: ({ row }) => <Controllers code={row.original} />,
    meta: { width: "w-29" },
  }),
]);

function Week({ code }: { code: ListedCode }) {
  const current = isThisWeek(code, useNow());
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 whitespace-nowrap">
      <span className="font-name text-ink">{weekName(code)}</span>
      {current && <Pill tone="accent">{t.thisWeek}</Pill>}
    </span>
  );
}

function Code({ code }: { code: ListedCode }) {
  const list = use(CodeListContext);
  return (
    // The countdown is not shown where the column has room for the code alone.
    <span data-one-line className="group/credential">
      <PinChip name={weekName(code)} {...(list && { onReveal: () => list.reveal(code) })} />
    </span>
  );
}

function State({ code }: { code: ListedCode }) {
  const states = use(CodeListContext)?.states;
  const now = useNow();
  if (states === undefined) return <span aria-hidden className="block h-[22px]" />;
  const { state, count } = codeState(code, states.get(code.id), now);
  if (state === "over") return <Pill tone="idle">{t.over}</Pill>;
  return (
    <SyncPill state={state} of={weekName(code)} {...(count !== null && { detail: count })} href="/system-admin/sync" />
  );
}

function Day({ value }: { value: string | number }) {
  return <span className="tabular whitespace-nowrap text-ink-2">{formatDay(value)}</span>;
}

function Controllers({ code }: { code: ListedCode }) {
  const list = use(CodeListContext);
  const total = code.weekly_code_assignments[0]?.count ?? 0;
  if (total === 0) return <span className="text-ink-3">{words.none}</span>;
  const names = code.named.map((one) => one.controllers.name);
  const more = total - names.length;
  return (
    <span className="block min-w-0">
      <Button
        aria-label={t.showControllers(weekName(code), total)}
        onPress={() => list?.showControllers(code)}
        className="ring-focus rounded-check text-left text-ink underline decoration-line-strong underline-offset-3 data-hovered:decoration-current coarse:min-h-11"
      >
        {t.places(total)}
      </Button>
      <span title={names.join(", ")} className="line-clamp-1 text-meta text-ink-2">
        {names.join(", ")}
        {more > 0 && ` ${t.andMore(more)}`}
      </span>
    </span>
  );
}
