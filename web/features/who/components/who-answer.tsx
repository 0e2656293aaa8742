// The page "Vem kommer in?" of both areas.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Check, CircleQuestionMark, History, UserRoundSearch, X } from "lucide-react";
import { useState } from "react";
import type { Role } from "#contract/roles.ts";
import type { PassingRow, Verdict } from "#contract/tables/who-may-pass.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { whoAddress } from "#web/lib/passages/who-address.ts";
import { personAddress } from "#web/lib/people/people-address.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { FilterSelect } from "#web/ui/filters/filter-select.tsx";
import { Toolbar } from "#web/ui/filters/toolbar.tsx";
import { ExportButton } from "#web/ui/logs/export-button.tsx";
import { Note } from "#web/ui/note.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { EmptyList } from "#web/ui/table/empty-list.tsx";
import { ReadList } from "#web/ui/table/read-list.tsx";
import { nameOf } from "../api/find-people.ts";
import { type WhoAnswer as Answer, getWhoQueryOptions } from "../api/get-who.ts";
import { exportWho } from "../export-who.ts";
import { whoTexts as t } from "../texts/who.sv.ts";
import { useWho, type Who } from "../use-who.ts";
import { whereName, whoName } from "../who-words.ts";
import { AskUnit } from "./ask-unit.tsx";
import { OwnPeopleNote, PlaceNotes } from "./place-notes.tsx";
import { whereColumns, whoColumns } from "./who-columns.tsx";
import { WhoToolbar } from "./who-toolbar.tsx";

const PART = 50;
const MOST_SHOWN = 1_000;

export function WhoAnswer() {
  const who = useWho();
  const [most, setMost] = useState(PART);
  const list = useQuery(getWhoQueryOptions(who.asked, most));
  const answer = who.asked === null ? null : list.data;
  const name = answer ? (answer.person ? nameOf(answer.person) : answer.place?.name) : undefined;
  const { asked } = who;
  const { role } = useSignedIn();
  return (
    <div data-wide>
      <PageHead
        title={t.title}
        subtitle={t.subtitle}
        secondary={
          asked !== null &&
          name !== undefined && (
            <ExportButton texts={t} onExport={() => exportWho(asked, { name, isPast: who.isPast, role })} />
          )
        }
      />
      <WhoToolbar who={who} personName={answer?.person ? nameOf(answer.person) : null} />
      {who.subject === null && (
        <EmptyState
          icon={UserRoundSearch}
          title={t.chooseTitle}
          help={who.by === "person" ? t.choosePersonHelp : t.choosePlaceHelp}
          action={null}
        />
      )}
      {who.asked !== null && (
        <ReadList list={list} failed={t.failed}>
          {nothingOf(who, answer ?? undefined) ?? (
            <Answered who={who} answer={answer ?? undefined} isStale={list.isPlaceholderData} />
          )}
          {answer?.more && most < MOST_SHOWN && (
            <Button className="mt-3" onPress={() => setMost(Math.min(most * 2, MOST_SHOWN))}>
              {t.showMore}
            </Button>
          )}
          {answer?.more && most >= MOST_SHOWN && <p className="mt-3 text-small text-ink-2">{t.shownPart}</p>}
        </ReadList>
      )}
    </div>
  );
}

/** Says why nothing can be answered; null where something can. */
function nothingOf({ by, isPast }: Who, answer: Answer | undefined) {
  if (answer === undefined) return null;
  if (!answer.known) return <EmptyState icon={History} title={t.forgottenTitle} help={t.forgottenHelp} action={null} />;
  if (answer.place !== null || answer.person !== null) return null;
  const gone = by === "person" ? t.personGoneTitle : isPast ? t.goneThenTitle : t.goneTitle;
  const help = isPast && by !== "person" ? t.goneThenHelp : t.goneHelp;
  return <EmptyState icon={UserRoundSearch} title={gone} help={help} action={null} />;
}

const VERDICT_OPTIONS = [
  { id: "all", label: t.showAll },
  ...(["in", "unknown", "out"] as const).map((id) => ({ id, label: t.verdicts[id] })),
] as const;

interface AnsweredProps {
  who: Who;
  answer: Answer | undefined;
  isStale: boolean;
}

function Answered({ who, answer, isStale }: AnsweredProps) {
  const { search, show, isFiltered, asked } = who;
  const isPerson = who.by === "person";
  const { role } = useSignedIn();
  const navigate = useNavigate();
  return (
    <>
      {answer?.place && <PlaceNotes place={answer.place} isPast={who.isPast} />}
      {answer?.place?.access_point_id && asked !== null && !who.isPast && (
        <AskUnit key={`${answer.place.place} ${asked.at ?? ""}`} door={answer.place.access_point_id} at={asked.at} />
      )}
      {who.isPast && (
        <div className="mb-4">
          <Note tone="quiet">{t.past}</Note>
        </div>
      )}
      <Toolbar
        search={
          <SearchField
            label={isPerson ? t.searchPlace : t.search}
            value={search.text}
            onChange={search.setText}
            busy={search.isSearching}
          />
        }
        filters={<FilterSelect label={t.show} options={VERDICT_OPTIONS} value={show.value} onChange={show.set} />}
        activeFilters={show.value === "all" ? 0 : 1}
        count={answer && countWords(answer)}
        question={JSON.stringify([who.subject, search.query, show.value])}
      />
      <DataTable
        label={t.title}
        columns={isPerson ? whereColumns : whoColumns}
        rows={answer?.rows}
        rowId={(row) => row.key}
        rowName={(row) => t.rowName(whoName(row), whereName(row))}
        groupOf={(row) => groupOf(row, answer)}
        onOpen={(row) => void navigate({ href: linkOf(row, isPerson, role) ?? "." })}
        opens={(row) => linkOf(row, isPerson, role) !== null}
        stale={isStale}
        empty={
          <EmptyList
            icon={UserRoundSearch}
            filtered={{ title: t.nothingFound, help: t.nothingFoundHelp }}
            unfiltered={
              isPerson
                ? { title: t.emptyPersonTitle, help: t.emptyPersonHelp, action: null }
                : { title: t.emptyTitle, help: t.emptyHelp, action: null }
            }
            onClear={isFiltered ? who.clear : null}
          />
        }
      />
      {!isPerson && <OwnPeopleNote />}
    </>
  );
}

/** Returns the person of a place's row, or the question about a person's place; null where neither is known. */
function linkOf({ end_user_id, access_point_id, controller_id, reason }: PassingRow, isPerson: boolean, role: Role) {
  if (!isPerson) return end_user_id === null ? null : personAddress(role, end_user_id);
  if (access_point_id !== null) return whoAddress(role, "door", access_point_id);
  return reason === "removed" ? null : whoAddress(role, "gate", controller_id);
}

const countWords = ({ counts }: Answer) =>
  t.count(formatNumber(counts.in), formatNumber(counts.unknown), formatNumber(counts.out));

const ICONS = { in: Check, unknown: CircleQuestionMark, out: X } satisfies Record<Verdict, unknown>;

function groupOf({ verdict }: PassingRow, answer: Answer | undefined) {
  const Icon = ICONS[verdict];
  return {
    id: verdict,
    head: (
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 py-1">
        <Icon aria-hidden size={16} className="shrink-0 text-ink-2" />
        <span className="font-name text-ink">{t.verdicts[verdict]}</span>
        <span className="tabular text-ink-2">{formatNumber(answer?.counts[verdict] ?? 0)}</span>
        <span className="min-w-0 text-small text-ink-2">{t.verdictHelp[verdict]}</span>
      </span>
    ),
  };
}
