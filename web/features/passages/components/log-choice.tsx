import { DoorClosed, ScanLine } from "lucide-react";
import { addressChoice, type ListAddress } from "#web/lib/lists/list-address.ts";
import { Segmented } from "#web/ui/choices/segmented.tsx";
import { doorLogTexts as t } from "../texts/door-log.sv.ts";

/** The first log is the usual one, which no address names. */
const LOGS = ["all", "doors", "gates"] as const;
type Log = (typeof LOGS)[number];

const SEGMENTS = {
  all: { id: "all", label: t.bothLogs },
  doors: { id: "doors", label: t.doors, icon: DoorClosed },
  gates: { id: "gates", label: t.gates, icon: ScanLine },
} as const;
const SHOWN = LOGS.map((log) => SEGMENTS[log]);

/** Removed from the address, because one log's filters mean nothing to another. */
const FORGOTTEN = { show: null, door: null, controller: null, gate: null, status: null, q: null, page: null };

/** Returns which log the address names. */
export function useLog(address: ListAddress): Log {
  return addressChoice(address, "log", LOGS).value;
}

export function LogChoice({ address, value }: { address: ListAddress; value: Log }) {
  return (
    <Segmented
      label={t.logChoice}
      segments={SHOWN}
      value={value}
      onChange={(log) => address.change({ ...FORGOTTEN, log: log === LOGS[0] ? null : log })}
    />
  );
}
