import { DoorClosed, ScanLine } from "lucide-react";
import { useState } from "react";
import type { OwnWeeklyCode } from "#contract/functions/own-weekly-codes.ts";
import { permissionsTexts } from "#web/features/people/texts/permissions.sv.ts";
import { type AssignedDoor, doorName } from "#web/lib/controllers/assigned-controllers.ts";
import type { UnitGroup } from "#web/lib/controllers/unit-groups.ts";
import { Disclosure } from "#web/ui/page/disclosure.tsx";
import { ActivePill } from "#web/ui/pill.tsx";
import type { Unit } from "../controller-units.ts";
import { WeeklyCodeRow } from "./weekly-code-row.tsx";

export interface UnitCardProps {
  unit: Unit;
  group: UnitGroup;
  forceOpen: boolean;
  /** The weekly code of this week; undefined where there is none. */
  weeklyCode: OwnWeeklyCode | undefined;
}

export function UnitCard({ unit, group, forceOpen, weeklyCode }: UnitCardProps) {
  const [open, setOpen] = useState(false);
  const Icon = group === "doors" ? DoorClosed : ScanLine;
  return (
    <li className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="flex min-h-13 items-center gap-3 px-4 py-2">
        <Icon aria-hidden size={18} className="shrink-0 text-ink-2" />
        <h3 translate="no" title={unit.name} className="min-w-0 flex-1 truncate text-body font-name text-ink">
          {unit.name}
        </h3>
        <ActivePill active={unit.active} />
      </div>
      {weeklyCode && <WeeklyCodeRow units={[unit]} code={weeklyCode} />}
      {group === "doors" && (
        <div className="border-t border-line">
          <Disclosure
            title={permissionsTexts.doors(unit.doors.length)}
            label={`${permissionsTexts.doors(unit.doors.length)}, ${unit.name}`}
            isOpen={open || forceOpen}
            onOpenChange={setOpen}
          >
            <ul className="border-t border-line">
              {unit.doors.map((door) => (
                <DoorRow key={door.id} door={door} />
              ))}
              {unit.doors.length === 0 && (
                <li className="px-4 py-3 text-small text-ink-2">{permissionsTexts.noDoors}</li>
              )}
            </ul>
          </Disclosure>
        </div>
      )}
    </li>
  );
}

function DoorRow({ door }: { door: AssignedDoor }) {
  const called = doorName(door);
  // The device's name matters only where people call the door something else.
  const more = [door.name !== called && door.name, door.description?.trim()].filter(Boolean).join(" · ");
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-line-soft py-1.5 pr-4 pl-[46px] last:border-b-0">
      <div className="min-w-0 flex-1">
        <p title={called} className="truncate text-cell text-ink">
          {called}
        </p>
        {more && (
          <p title={more} className="truncate text-meta text-ink-2">
            {more}
          </p>
        )}
      </div>
      <ActivePill active={door.enabled} />
    </li>
  );
}
