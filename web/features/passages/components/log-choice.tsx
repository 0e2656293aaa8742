import { DoorClosed, ScanLine } from "lucide-react";
import type { Role } from "#contract/roles.ts";
import { addressChoice, type ListAddress } from "#web/lib/lists/list-address.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { Segmented } from "#web/ui/choices/segmented.tsx";
import { doorLogTexts as t } from "../texts/door-log.sv.ts";

type Log = "all" | "gates" | "doors";

/** The first log is the usual one, which no address names. */
const LOGS_OF_ROLE: Readonly<Record<Role, readonly [Log, ...Log[]]>> = {
  system_admin: ["gates", "doors", "all"],
  org_admin: ["all", "doors", "gates"],
};

const SEGMENTS = {
  all: { id: "all", label: t.bothLogs },
  doors: { id: "doors", label: t.doors, icon: DoorClosed },
  gates: { id: "gates", label: t.gates, icon: ScanLine },
} as const;
const SHOWN = [SEGMENTS.all, SEGMENTS.doors, SEGMENTS.gates];

/** Removed from the address, because one log's filters mean nothing to another. */
const FORGOTTEN = { show: null, door: null, gate: null, status: null, q: null, page: null };

export function useLog(address: ListAddress): Log {
  const { role } = useSignedIn();
  return addressChoice(address, "log", LOGS_OF_ROLE[role]).value;
}

export function LogChoice({ address, value }: { address: ListAddress; value: Log }) {
  const { role } = useSignedIn();
  return (
    <Segmented
      label={t.logChoice}
      segments={SHOWN}
      value={value}
      onChange={(log) => address.change({ ...FORGOTTEN, log: log === LOGS_OF_ROLE[role][0] ? null : log })}
    />
  );
}
