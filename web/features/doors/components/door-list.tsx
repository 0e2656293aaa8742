import { useQuery } from "@tanstack/react-query";
import { DoorClosed, LockOpen, OctagonAlert, Server } from "lucide-react";
import { useState } from "react";
import type { DoorListRow } from "#contract/tables/door-states.ts";
import { cx } from "#web/lib/cx.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { addressId, useListAddress } from "#web/lib/lists/list-address.ts";
import { useSearchText } from "#web/lib/lists/use-search-text.ts";
import { useLiveCount } from "#web/lib/live-count.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { useNow } from "#web/lib/now.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { Segmented } from "#web/ui/choices/segmented.tsx";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { AllOrOneFilter } from "#web/ui/filters/all-or-one-filter.tsx";
import { Toolbar } from "#web/ui/filters/toolbar.tsx";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { LivePill } from "#web/ui/logs/live-pill.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { OnlinePill } from "#web/ui/pill.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { EmptyList } from "#web/ui/table/empty-list.tsx";
import { FillLink } from "#web/ui/table/fill-link.tsx";
import { ReadList } from "#web/ui/table/read-list.tsx";
import type { RowGroup } from "#web/ui/table/table-props.ts";
import { pagingOf, useAddressTableState } from "#web/ui/table/use-table-state.ts";
import {
  DOORS_KEY,
  type DoorShow,
  getDoorControllersQueryOptions,
  getDoorFiguresQueryOptions,
  getDoorsQueryOptions,
} from "../api/get-doors.ts";
import { getOpenedGatesQueryOptions } from "../api/get-opened-gates.ts";
import { standingOf } from "../describe-door.ts";
import { doorName } from "../door-words.ts";
import { doorsTexts as t } from "../texts/doors.sv.ts";
import { useDoorAlarms } from "../use-door-alarms.ts";
import { useDoorFeed } from "../use-door-feed.ts";
import { type DoorQuestion, DoorQuestionsContext } from "../use-door-question.ts";
import { DoorCard } from "./door-card.tsx";
import { doorColumns } from "./door-columns.tsx";
import { GateList } from "./gate-list.tsx";

const DoorOrder = lazyDialog(
  () => import("./door-order.tsx"),
  (module) => module.DoorOrder,
);
const DIALOGS = [DoorOrder];
const BY_NAME = { key: "name", direction: "ascending" } as const;
const SHOWS: readonly DoorShow[] = ["all", "unlocked", "alarms"];

export function DoorList() {
  const { role } = useSignedIn();
  const address = useListAddress();
  const search = useSearchText(DOORS_KEY, address);
  const table = useAddressTableState(address, { sort: BY_NAME });
  const [question, setQuestion] = useState<DoorQuestion | null>(null);
  const controllerId = addressId(address, "controller");
  const show = SHOWS.find((one) => one === address.read("show")) ?? "all";
  const { from, to } = table;
  const list = useQuery(getDoorsQueryOptions({ name: search.query, show, controllerId, from, to }));
  const { data: figures } = useQuery(getDoorFiguresQueryOptions());
  const now = useNow();
  const { isConnected } = useDoorFeed(list.data?.rows);
  const isPhone = useIsPhone();
  useDoorAlarms(list.data?.rows);
  usePrefetched(DIALOGS);
  const total = list.data?.total ?? 0;
  const { data: gates = [] } = useQuery(getOpenedGatesQueryOptions());
  // Only a search concerns gates: they have no state to filter by, and a controller's filter names doors.
  const shownGates =
    show === "all" && controllerId === null ? gates.filter(({ name }) => isNamed(name, search.query)) : [];
  const isGatesOnly = shownGates.length > 0 && list.data?.total === 0;
  const isFiltered = search.query !== "" || show !== "all" || controllerId !== null;
  const unknown = list.data?.unknown ?? list.data?.rows.filter((row) => standingOf(row, now).kind === "unknown").length;
  const doors = t.count(formatNumber(total), total === 1);
  const unknowns = unknown ? t.countUnknown(formatNumber(unknown), unknown === 1) : null;
  const alarms = figures?.alarms ? t.countAlarms(formatNumber(figures.alarms)) : null;
  const figuresSaid = list.data ? joined(doors, alarms, unknowns) : t.subtitle;
  const live = useLiveCount(JSON.stringify([search.query, show, controllerId]), figuresSaid);
  const filter = (name: string, id: string | null) => address.change({ [name]: id, page: null });
  function clear(): void {
    search.setText("");
    address.change({ q: null, show: null, controller: null, page: null });
  }

  return (
    <DoorQuestionsContext value={{ question, ask: setQuestion }}>
      <PageHead
        title={t.title}
        subtitle={
          isPhone ? (
            <span role="status" aria-live={live} className="tabular">
              {figuresSaid}
            </span>
          ) : (
            t.subtitle
          )
        }
        secondary={
          !isPhone && isConnected !== null && <LivePill state={isConnected ? "live" : "connecting"} help={t.liveHelp} />
        }
      />
      <Toolbar
        search={
          <SearchField label={t.search} value={search.text} onChange={search.setText} busy={search.isSearching} />
        }
        filters={
          <>
            <Segmented
              label={t.show}
              value={show}
              onChange={(id) => filter("show", id === "all" ? null : id)}
              segments={[
                { id: "all", label: t.all },
                { id: "unlocked", label: t.unlockedOf(figures?.unlocked), icon: LockOpen },
                { id: "alarms", label: t.alarmsOf(figures?.alarms), icon: OctagonAlert },
              ]}
            />
            <ControllerFilter value={controllerId} onChange={(id) => filter("controller", id)} />
          </>
        }
        activeFilters={Number(show !== "all") + Number(controllerId !== null)}
        matches={list.data && formatNumber(total)}
        count={isPhone ? undefined : list.data && joined(doors, unknowns)}
      />
      <ReadList list={list} failed={`${t.failed}.`}>
        {!isGatesOnly && (
          <DataTable
            label={t.doors}
            columns={doorColumns}
            rows={list.data?.rows}
            rowId={(row) => row.id}
            rowName={doorName}
            rowDetail={(row) => row.controllers.name}
            groupOf={(row, page) => groupOf(row, page, now)}
            navigable
            across={isPhone ? (row) => <DoorCard row={row} /> : undefined}
            rowClass={(row) => cx(!isPhone && "h-12", row.id === question?.place.id && "bg-hover")}
            stale={list.isPlaceholderData}
            paging={pagingOf(table, total)}
            empty={
              <EmptyList
                icon={DoorClosed}
                filtered={{ title: t.emptyFiltered, help: t.emptyFilteredHelp }}
                unfiltered={{
                  title: t.empty,
                  help: role === "system_admin" ? t.emptyHelp : t.emptyOrganization,
                  action: <FillLink by="controller" />,
                }}
                onClear={isFiltered ? clear : null}
              />
            }
          />
        )}
      </ReadList>
      <GateList gates={shownGates} />
      {question && <DoorOrder question={question} onClose={() => setQuestion(null)} />}
    </DoorQuestionsContext>
  );
}

const isNamed = (name: string, typed: string) => name.toLowerCase().includes(typed.trim().toLowerCase());

const joined = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join(" · ");

/** Groups a row. A controller answers when one of its doors was read recently; a door that was never read tells nothing. */
function groupOf(row: DoorListRow, page: readonly DoorListRow[], now: number): RowGroup {
  const { id, name } = row.controllers;
  const doors = page.filter(({ controllers }) => controllers.id === id);
  const known = doors.filter(({ door_states }) => door_states.mode !== "unknown");
  const isOnline = known.some((door) => standingOf(door, now).kind !== "unknown");
  return {
    id,
    head: (
      <span className="flex items-center gap-x-2.5 gap-y-1 py-1 phone:flex-wrap phone:py-0">
        <Server aria-hidden size={16} className="shrink-0 text-ink-2 phone:hidden" />
        <span title={name} className="truncate font-name text-ink">
          {name}
        </span>
        {known.length > 0 && <OnlinePill online={isOnline} />}
        {known.length > 0 && !isOnline && (
          <span className="min-w-0 text-small text-ink-2 phone:order-last phone:basis-full">{t.cannotOpen}</span>
        )}
        <span className="tabular ml-auto shrink-0 text-small whitespace-nowrap text-ink-2">
          {t.count(formatNumber(doors.length), doors.length === 1)}
        </span>
      </span>
    ),
  };
}

function ControllerFilter({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { data = [] } = useQuery(getDoorControllersQueryOptions());
  return (
    <AllOrOneFilter
      label={t.controller}
      all={t.allControllers}
      options={data.map(({ id, name }) => ({ id, label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}
