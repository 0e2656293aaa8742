import { DoorClosed, type LucideIcon, ScanLine } from "lucide-react";
import { type ReactNode, useState } from "react";
import { cx } from "#web/lib/cx.ts";
import { formatShortDay } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { suspendedWords } from "#web/lib/people/removal-words.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { words } from "#web/texts/words.sv.ts";
import { PinChip } from "#web/ui/credentials/pin-chip.tsx";
import { PlateChip } from "#web/ui/credentials/plate-chip.tsx";
import { Pill } from "#web/ui/pill.tsx";
import { SyncPill } from "#web/ui/sync-pill.tsx";
import { endToasts, toastFailure } from "#web/ui/toasts/toast.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { revealPin } from "../api/pins.ts";
import { endsToday, pinStanding, plateStanding, standingDetail, standingTooltip } from "../credential-status.ts";
import type { Handover } from "../handover.ts";
import { HandOverPin } from "../lazy-hand-over-pin.ts";
import { credentialsOf, doorIds, fullName, gateIds, type Person, type PersonCredential } from "../person.ts";
import { peopleTexts } from "../texts/people.sv.ts";
import { personDialogTexts } from "../texts/person-dialog.sv.ts";

export interface CredentialCellProps {
  person: Person;
  /** True in the organisation's list: "Passager 3 dörrar" and the dates. False in the system list: "3 dörrar" on one line. */
  detailed?: boolean | undefined;
}

export function PinCell({ person, detailed }: CredentialCellProps) {
  const [given, setGiven] = useState<Handover | null>(null);
  return (
    <>
      <Entries credentials={credentialsOf(person, "pin")} detailed={detailed}>
        {(credential) => {
          const doors = doorIds(credential).length;
          return (
            <>
              <PinChip
                name={fullName(person)}
                onReveal={() => reveal(credential.id)}
                onHandOver={(pin) => setGiven({ person, credential, pin })}
              />
              {detailed ? (
                <Places
                  icon={DoorClosed}
                  count={doors}
                  words={`${peopleTexts.passages(doors)} ${peopleTexts.passagesUnit(doors)}`}
                />
              ) : (
                // Two figures wide, so that the pills align. A revealed PIN needs this room.
                <span className="tabular min-w-14 shrink-0 text-ink-2 group-has-data-revealed/credential:hidden">
                  {peopleTexts.doors(doors)}
                </span>
              )}
              <PinStandingPill credential={credential} of={fullName(person)} />
            </>
          );
        }}
      </Entries>
      {given && <HandOverPin {...given} onClose={() => setGiven(null)} />}
    </>
  );
}

export function VehicleCell({ person, detailed }: CredentialCellProps) {
  const now = new Date(useNow());
  return (
    <Entries credentials={credentialsOf(person, "license_plate")} detailed={detailed}>
      {(credential) => {
        const standing = plateStanding(credential, now);
        const gates = gateIds(credential).length;
        return (
          <>
            <PlateChip plate={credential.credential_value} />
            {credential.vehicle_type && (
              <span
                title={credential.vehicle_type}
                className={cx(
                  "max-w-40 min-w-0 truncate",
                  // The third line: an ended state matters more than the place.
                  standing && "sm:hidden @[84rem]/list:block",
                )}
              >
                {credential.vehicle_type}
              </span>
            )}
            {detailed && <Places icon={ScanLine} count={gates} words={peopleTexts.gates(gates)} />}
            {standing && <Pill tone="idle">{words[standing]}</Pill>}
          </>
        );
      }}
    </Entries>
  );
}

/** Shows places in words where there is room, else as a sign and a figure. A revealed PIN needs their room. */
function Places({ icon: Icon, count, words: said }: { icon: LucideIcon; count: number; words: string }) {
  return (
    <span
      title={said}
      className="tabular inline-flex shrink-0 items-center gap-1 text-ink-2 group-has-data-revealed/credential:hidden @[68rem]/list:min-w-14"
    >
      <Icon aria-hidden size={14} className="@[68rem]/list:hidden phone:hidden" />
      <span aria-hidden className="@[68rem]/list:hidden phone:hidden">
        {count}
      </span>
      <span className="sr-only @[68rem]/list:not-sr-only phone:not-sr-only">{said}</span>
    </span>
  );
}

interface EntriesProps {
  credentials: readonly PersonCredential[];
  detailed: boolean | undefined;
  children: (credential: PersonCredential) => ReactNode;
}

function Entries({ credentials, detailed, children }: EntriesProps) {
  if (credentials.length === 0) {
    return (
      <span data-none className="text-ink-3">
        {words.none}
      </span>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      {credentials.map((credential) => (
        <div key={credential.id} className="min-w-0">
          <div
            {...(detailed && { "data-one-line": "" })}
            className={cx(
              "group/credential flex flex-wrap items-center gap-x-2 gap-y-1",
              // Two lines per row: a long state takes two close lines beside the code.
              detailed && "@2xl/list:flex-nowrap",
            )}
          >
            {children(credential)}
          </div>
          {detailed && <Dates credential={credential} />}
        </div>
      ))}
    </div>
  );
}

function Dates({ credential }: { credential: PersonCredential }) {
  const today = endsToday(credential, new Date(useNow()));
  const from = formatShortDay(credential.valid_from);
  const to = credential.valid_to === null ? null : formatShortDay(credential.valid_to);
  const dates = to === null ? peopleTexts.fromOnly(from) : peopleTexts.fromTo(from, to);
  return (
    <p title={dates} className={cx("tabular mt-1 text-meta", today ? "text-wait-ink" : "text-ink-2")}>
      <span className={to === null ? undefined : "@2xl/list:hidden @4xl/list:inline"}>{dates}</span>
      {to !== null && (
        <span className="hidden @2xl/list:inline @4xl/list:hidden">{personDialogTexts.window(from, to)}</span>
      )}
      {today && ` · ${peopleTexts.endsToday}`}
    </p>
  );
}

function PinStandingPill({ credential, of }: { credential: PersonCredential; of: string }) {
  const { role } = useSignedIn();
  const now = new Date(useNow());
  const standing = pinStanding(credential, now);
  if (standing.kind === "sync") {
    const { state, replicas } = standing;
    return (
      <SyncPill
        state={state}
        of={of}
        detail={standingDetail(state, replicas)}
        tooltip={standingTooltip(state, replicas)}
        href={state === "synced" ? undefined : role === "system_admin" ? "/system-admin/sync" : "/org-admin/sync"}
      />
    );
  }
  if (standing.kind === "no_access") {
    return (
      <Tooltip text={peopleTexts.noAccessHelp}>
        <Pill tone="idle">{peopleTexts.noAccess}</Pill>
      </Tooltip>
    );
  }
  const suspended = suspendedWords(credential.sync_states, now);
  const pill = <Pill tone="idle">{words[standing.kind]}</Pill>;
  return suspended === "" ? pill : <Tooltip text={suspended}>{pill}</Tooltip>;
}

async function reveal(credentialId: string): Promise<string> {
  endToasts("pin:show");
  try {
    return await revealPin(credentialId);
  } catch (error) {
    toastFailure("pin:show", error);
    throw error;
  }
}
