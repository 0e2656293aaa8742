import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-aria-components";
import { formatPlate } from "#contract/format-plate.ts";
import type { Role } from "#contract/roles.ts";
import { formatExact, formatLongDay } from "#web/lib/dates.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { personName } from "#web/lib/passages/event-names.ts";
import { PEOPLE_OF_ROLE } from "#web/lib/people/people-address.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { words } from "#web/texts/words.sv.ts";
import { PlateChip } from "#web/ui/credentials/plate-chip.tsx";
import { Drawer } from "#web/ui/dialogs/drawer.tsx";
import { GrantedPill } from "#web/ui/pill.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { getExplanationQueryOptions } from "../api/explain-passage.ts";
import type { LogRow } from "../api/get-access-logs.ts";
import { gateReason, isPortalOpening, openedBy } from "../portal-opening.ts";
import { whereName } from "../row-names.ts";
import { accessLogsTexts } from "../texts/access-logs.sv.ts";
import { doorLogTexts } from "../texts/door-log.sv.ts";
import { useFix } from "../use-fix.ts";
import { CopyPassageLink } from "./copy-passage-link.tsx";
import { Details } from "./details.tsx";
import { DrawerFoot } from "./drawer-foot.tsx";
import { MacroCell, useMacroState } from "./macro-cell.tsx";
import { PassageExplanation } from "./passage-explanation.tsx";
import { offeredFix, PassageFix } from "./passage-fix.tsx";
import { PassageImage } from "./passage-image.tsx";
import { RequestId } from "./request-id.tsx";

interface LogDrawerProps {
  row: LogRow;
  onClose: () => void;
}

export function LogDrawer(props: LogDrawerProps) {
  return isPortalOpening({ reason: props.row.access_reason }) ? (
    <OpeningDrawer {...props} />
  ) : (
    <PassageDrawer {...props} />
  );
}

/** Shows an opening from the portal, which has no plate to explain. */
function OpeningDrawer({ row, onClose }: LogDrawerProps) {
  const facts = { ...row, reason: row.access_reason };
  return (
    <Drawer side="right" isOpen onClose={onClose} title={accessLogsTexts.reasons[row.access_reason]}>
      <div className="mb-4 flex flex-wrap items-center gap-2.5">
        <GrantedPill granted={row.access_granted} />
        <span className="tabular text-small text-ink-2">
          {formatExact(row.detected_at)} · {whereName(row)}
        </span>
      </div>
      <dl className="flex flex-col gap-3.5">
        <Fact name={accessLogsTexts.detailWho}>{openedBy(facts)}</Fact>
        <Fact name={accessLogsTexts.detailWhy}>{gateReason(facts)}</Fact>
        <Fact name={accessLogsTexts.detailMacro}>
          <MacroFact row={row} />
        </Fact>
      </dl>
    </Drawer>
  );
}

function MacroFact({ row }: { row: LogRow }) {
  const macro = useMacroState(row);
  return (
    <>
      <MacroCell row={row} />
      <span className="block text-small text-ink-2">{accessLogsTexts.macroWhy[macro]}</span>
    </>
  );
}

function PassageDrawer({ row, onClose }: LogDrawerProps) {
  const plate = row.plate_number.trim();
  const { data: explanation } = useQuery(getExplanationQueryOptions("gate", row.id));
  const fix = useFix("gate", row.id, explanation?.linked_credential_id);
  const person = row.credentials?.end_users ?? null;
  const isPhone = useIsPhone();
  // A reading that nearly matches a car has a fix and no person.
  const isOffered = isPhone && explanation !== undefined && offeredFix(explanation, fix) !== null;
  const hasFoot = person !== null || fix.canUndo || isOffered;
  const place = {
    source: "gate",
    who: formatPlate(plate),
    door: whereName(row),
    controller: whereName(row),
  } as const;
  return (
    <Drawer
      side="right"
      isOpen
      onClose={onClose}
      title={titleOf(row)}
      footer={hasFoot && <DrawerFoot source="gate" id={row.id} isExplained person={person} fix={fix} />}
    >
      <div className="mb-4 flex flex-wrap items-center gap-2.5">
        <PlateChip plate={row.plate_number} />
        <GrantedPill granted={row.access_granted} />
        <span className="tabular text-small text-ink-2">
          {formatExact(row.detected_at)} · {whereName(row)}
        </span>
      </div>
      <h3 className="mb-3 text-card text-ink">
        {accessLogsTexts.detailWhy}: {accessLogsTexts.reasons[row.access_reason]}
      </h3>
      <PassageExplanation source="gate" id={row.id} names={{ who: null, door: whereName(row) }}>
        {(explanation) => (
          <div>
            <PassageFix explanation={explanation} place={place} state={fix} />
            <Elsewhere row={row} />
          </div>
        )}
      </PassageExplanation>
      <PassageImage key={row.id} row={row} />
      <CopyPassageLink id={row.id} />
      <Details>
        <PassageFacts row={row} />
        <RequestId source="gate" id={row.id} />
      </Details>
    </Drawer>
  );
}

function PassageFacts({ row }: { row: LogRow }) {
  const plate = row.plate_number.trim();
  return (
    <dl className="mt-2 flex flex-col gap-3.5">
      <Fact name={accessLogsTexts.detailWho}>
        <Who row={row} />
      </Fact>
      <Fact name={accessLogsTexts.detailWhen}>
        <span className="tabular">{formatExact(row.detected_at)}</span>
        <span className="block text-small text-ink-2">
          <RelativeTime value={row.detected_at} always />
        </span>
      </Fact>
      <Fact name={accessLogsTexts.detailGate}>
        {whereName(row)}
        {row.controllers?.organizations && (
          <span className="block text-small text-ink-2">{row.controllers.organizations.name}</span>
        )}
      </Fact>
      {plate !== "" && formatPlate(plate) !== plate && (
        <Fact name={accessLogsTexts.detailRead}>
          <span translate="no" className="font-mono break-all">
            {plate}
          </span>
        </Fact>
      )}
      {row.credentials?.valid_from && (
        <Fact name={accessLogsTexts.detailValidity}>
          <span className="tabular">
            {row.credentials.removed_at === null ? validity(row.credentials) : accessLogsTexts.detailGone}
          </span>
        </Fact>
      )}
      <Fact name={accessLogsTexts.detailMacro}>
        <MacroFact row={row} />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-ink-3">{name}</dt>
      <dd className="mt-0.5 text-body text-ink">{children}</dd>
    </div>
  );
}

function Who({ row }: { row: LogRow }) {
  const person = row.credentials?.end_users;
  if (!person)
    return (
      <span className="text-ink-2">
        {row.access_reason === "no_match" || row.access_reason === "gate_not_found"
          ? accessLogsTexts.detailNobody
          : row.access_reason === "invalid_configuration"
            ? words.none
            : accessLogsTexts.detailGone}
      </span>
    );
  return (
    <>
      {personName(row)}
      {person.organizations && <span className="block text-small text-ink-2">{person.organizations.name}</span>}
    </>
  );
}

function validity({ valid_from, valid_to }: NonNullable<LogRow["credentials"]>): string {
  if (valid_to === null) return accessLogsTexts.validityOpen(formatLongDay(valid_from));
  return accessLogsTexts.validityRange(formatLongDay(valid_from), formatLongDay(valid_to));
}

/** Returns the outcome in a sentence. */
function titleOf(row: LogRow): string {
  const who = row.credentials?.end_users?.first_name ?? formatPlate(row.plate_number.trim());
  if (who === "") return accessLogsTexts.unreadAt(whereName(row));
  return row.access_granted ? doorLogTexts.cameIn(who, whereName(row)) : doorLogTexts.didNotComeIn(who, whereName(row));
}

function Elsewhere({ row }: { row: LogRow }) {
  const { role } = useSignedIn();
  const elsewhere = elsewhereOf(row, role);
  return (
    elsewhere && (
      <Link
        href={elsewhere.href}
        className="ring-focus mt-1 inline-flex min-h-6 items-center gap-1.5 rounded-check font-name text-accent-ink data-hovered:underline coarse:min-h-11"
      >
        {elsewhere.label}
        <ArrowRight aria-hidden size={15} />
      </Link>
    )
  );
}

/** Returns the other page on which the caller can change this decision; null where the caller can change nothing about it. */
function elsewhereOf(row: LogRow, role: Role): { href: string; label: string } | null {
  const isOfGate = row.access_reason === "gate_not_found" || row.access_reason === "invalid_configuration";
  if (isOfGate || row.macro_executed === false)
    return role === "system_admin"
      ? { href: "/system-admin/controllers", label: accessLogsTexts.fixControllers }
      : null;
  // The foot of the drawer leads to the person.
  if (row.credentials?.end_users?.removed_at === null) return null;
  return { href: PEOPLE_OF_ROLE[role], label: accessLogsTexts.fixUsers };
}
