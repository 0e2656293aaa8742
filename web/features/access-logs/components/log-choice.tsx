import { DoorClosed, ScanLine } from "lucide-react";
import type { ListAddress } from "#web/lib/list-address.ts";
import { doorLogTexts as t } from "#web/texts/door-log.ts";
import { Segmented } from "#web/ui/segmented.tsx";

export const LOGS = ["gates", "doors"] as const;
export type Log = (typeof LOGS)[number];

const SEGMENTS = [
  { id: "gates", label: t.gates, icon: ScanLine },
  { id: "doors", label: t.doors, icon: DoorClosed },
] as const;

/** The filters of one log say nothing about the other. */
const FORGOTTEN = { show: null, door: null, gate: null, status: null, q: null, page: null };

export function LogChoice({ address, value }: { address: ListAddress; value: Log }) {
  return (
    <Segmented
      label={t.logChoice}
      segments={SEGMENTS}
      value={value}
      onChange={(log) => address.change({ ...FORGOTTEN, log: log === LOGS[0] ? null : log })}
    />
  );
}
