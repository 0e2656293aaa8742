import { ArrowRight } from "lucide-react";
import type { NearMissCandidate, NearMissRow } from "#contract/tables/near-misses.ts";
import { formatExact, formatNamedMoment } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { words } from "#web/texts/words.sv.ts";
import { PlateSigns } from "#web/ui/credentials/plate-signs.tsx";
import { tableColumns } from "#web/ui/table/columns.ts";
import { gateName, howOften, personOf } from "../near-miss-words.ts";
import { comparedSigns, differenceWords } from "../plate-difference.ts";
import { nearMissesTexts as t } from "../texts/near-misses.sv.ts";
import { AnswerButtons } from "./answer-buttons.tsx";

const column = tableColumns<NearMissRow>();

/** Columns of the queue. On phones the two plates stand one above the other, so that their characters line up. */
export const nearMissColumns = column.columns([
  column.accessor("last_read_at", {
    header: t.lastRead,
    cell: ({ row }) => <LastRead row={row.original} />,
    meta: { card: "title", width: "w-34 @2xl/list:w-40" },
  }),
  column.accessor("plate_number", {
    header: t.cameraRead,
    cell: ({ row }) => <CameraRead row={row.original} />,
    meta: { cardWide: true, width: "w-37 @2xl/list:w-40 @3xl/list:w-48" },
  }),
  column.display({
    id: "candidates",
    header: t.likely,
    cell: ({ row }) => <Likely row={row.original} />,
    meta: { cardWide: true },
  }),
  column.display({
    id: "answers",
    header: words.actions,
    cell: ({ row }) => <AnswerButtons row={row.original} />,
    meta: { cardWide: true, width: "w-40 @2xl/list:w-56 @3xl/list:w-62", align: "right", isButtons: true },
  }),
]);

function LastRead({ row }: { row: NearMissRow }) {
  const now = useNow();
  return (
    <div className="min-w-0">
      <p translate="no" className="truncate font-name text-ink" title={gateName(row)}>
        {gateName(row)}
      </p>
      <p
        className="tabular line-clamp-2 text-meta font-normal text-ink-2 @2xl/list:line-clamp-1"
        title={formatExact(row.last_read_at)}
      >
        {formatNamedMoment(row.last_read_at, now)} · {howOften(row.reads)}
      </p>
    </div>
  );
}

function CameraRead({ row }: { row: NearMissRow }) {
  const [best] = row.candidates;
  const { reading } = comparedSigns(row.plate_number, best?.credentials.display_value ?? row.plate_number);
  return (
    <div className="flex items-start justify-between gap-2">
      <div className="min-w-0">
        <PlateSigns signs={reading} lostLabel={t.lostSign} />
        <p className="mt-0.5 text-meta text-ink-2">{differenceWords(row)}</p>
      </div>
      <ArrowRight aria-hidden size={15} className="mt-1 hidden shrink-0 text-ink-3 @3xl/list:block" />
    </div>
  );
}

function Likely({ row }: { row: NearMissRow }) {
  return (
    <ul className="flex flex-col gap-2.5">
      {row.candidates.map((candidate) => (
        <li key={candidate.credential_id}>
          <Candidate reading={row.plate_number} candidate={candidate} />
        </li>
      ))}
    </ul>
  );
}

export function Candidate({ reading, candidate }: { reading: string; candidate: NearMissCandidate }) {
  const { plate } = comparedSigns(reading, candidate.credentials.display_value);
  const { role } = useSignedIn();
  const person = personOf(candidate);
  // An organisation sees only its own people.
  const organization = role === "system_admin" ? candidate.credentials.end_users.organizations?.name : undefined;
  return (
    <div className="flex min-w-0 flex-col items-start gap-1 @3xl/list:flex-row @3xl/list:gap-2.5">
      <PlateSigns signs={plate} lostLabel={t.lostSign} />
      {/* Takes one line below the plate, or two lines beside it. The name comes first; the organisation fills the rest. */}
      <p
        className="flex max-w-full min-w-0 items-baseline gap-x-1 @3xl/list:block"
        title={[person, organization].filter(Boolean).join(" · ")}
      >
        <span translate="no" className="max-w-full shrink-0 truncate font-name text-ink @3xl/list:block">
          {person}
        </span>
        {organization && (
          <span className="min-w-0 truncate text-meta text-ink-2 @3xl/list:block">
            <span className="@3xl/list:hidden">· </span>
            {organization}
          </span>
        )}
      </p>
    </div>
  );
}
