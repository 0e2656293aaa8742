import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatNumber } from "#web/lib/dates.ts";
import { useLiveCount } from "#web/lib/live-count.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { useNow } from "#web/lib/now.ts";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { Toolbar } from "#web/ui/filters/toolbar.tsx";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { LivePill } from "#web/ui/logs/live-pill.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { ReadList } from "#web/ui/table/read-list.tsx";
import { pagingOf, useAddressTableState } from "#web/ui/table/use-table-state.ts";
import { getDoorFiguresQueryOptions, getDoorsQueryOptions } from "../api/get-doors.ts";
import { getOpenedGatesQueryOptions } from "../api/get-opened-gates.ts";
import { standingOf } from "../describe-door.ts";
import { doorsTexts as t } from "../texts/doors.sv.ts";
import { useDoorAlarms } from "../use-door-alarms.ts";
import { useDoorFeed } from "../use-door-feed.ts";
import { useDoorFilters } from "../use-door-filters.ts";
import { type DoorQuestion, DoorQuestionsContext } from "../use-door-question.ts";
import { DoorFilterFields } from "./door-filter-fields.tsx";
import { DoorTable } from "./door-table.tsx";
import { GateList } from "./gate-list.tsx";

const DoorOrder = lazyDialog(
  () => import("./door-order.tsx"),
  (module) => module.DoorOrder,
);
const DIALOGS = [DoorOrder];
const BY_NAME = { key: "name", direction: "ascending" } as const;

export function DoorList() {
  const filters = useDoorFilters();
  const { address, search, show, controllerId, active } = filters;
  const table = useAddressTableState(address, { sort: BY_NAME });
  const [question, setQuestion] = useState<DoorQuestion | null>(null);
  const list = useQuery(
    getDoorsQueryOptions({ name: search.query, show, controllerId, from: table.from, to: table.to }),
  );
  const { data: figures } = useQuery(getDoorFiguresQueryOptions());
  const now = useNow();
  const { isConnected } = useDoorFeed(list.data?.rows);
  const isPhone = useIsPhone();
  useDoorAlarms(list.data?.rows);
  usePrefetched(DIALOGS);
  const total = list.data?.total ?? 0;
  const { data: gates = [] } = useQuery(getOpenedGatesQueryOptions());
  // Only a search concerns gates: they have no state to filter by, and a controller's filter names doors.
  const shownGates = active === 0 ? gates.filter(({ name }) => isNamed(name, search.query)) : [];
  const isGatesOnly = shownGates.length > 0 && list.data?.total === 0;
  const unknown = list.data?.unknown ?? list.data?.rows.filter((row) => standingOf(row, now).kind === "unknown").length;
  const doors = t.count(formatNumber(total), total === 1);
  const unknowns = unknown ? t.countUnknown(formatNumber(unknown), unknown === 1) : null;
  const alarms = figures?.alarms ? t.countAlarms(formatNumber(figures.alarms)) : null;
  const figuresSaid = list.data ? joined(doors, alarms, unknowns) : t.subtitle;
  const asked = JSON.stringify([search.query, show, controllerId]);
  const live = useLiveCount(asked, figuresSaid);
  return (
    <DoorQuestionsContext value={{ question, ask: setQuestion }}>
      <PageHead
        title={t.title}
        subtitle={isPhone ? <Figures live={live} said={figuresSaid} /> : t.subtitle}
        secondary={
          !isPhone && isConnected !== null && <LivePill state={isConnected ? "live" : "connecting"} help={t.liveHelp} />
        }
      />
      <Toolbar
        search={
          <SearchField label={t.search} value={search.text} onChange={search.setText} busy={search.isSearching} />
        }
        filters={<DoorFilterFields {...filters} />}
        activeFilters={active}
        matches={list.data && formatNumber(total)}
        count={isPhone ? undefined : list.data && joined(doors, unknowns)}
        question={asked}
      />
      <ReadList list={list} failed={`${t.failed}.`}>
        {!isGatesOnly && (
          <DoorTable
            rows={list.data?.rows}
            isStale={list.isPlaceholderData}
            paging={pagingOf(table, total)}
            askedId={question?.place.id}
            onClear={search.query !== "" || active > 0 ? filters.clear : null}
          />
        )}
      </ReadList>
      <GateList gates={shownGates} />
      {question && <DoorOrder question={question} onClose={() => setQuestion(null)} />}
    </DoorQuestionsContext>
  );
}

function Figures({ live, said }: { live: ReturnType<typeof useLiveCount>; said: string }) {
  return (
    <span role="status" aria-live={live} className="tabular">
      {said}
    </span>
  );
}

const isNamed = (name: string, typed: string) => name.toLowerCase().includes(typed.trim().toLowerCase());

const joined = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join(" · ");
