import { ChevronRight, DoorClosed, ScanLine } from "lucide-react";
import { useId, useState } from "react";
import { Button, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import { DEVICE_KINDS } from "#contract/devices.ts";
import type { ControllerWithDoors } from "#contract/tables/controllers.ts";
import { organizationsTexts as t } from "#web/features/organizations/texts/organizations.sv.ts";
import { formatDeviceAddress } from "#web/lib/controllers/device-address.ts";
import { words } from "#web/texts/words.sv.ts";
import { Switch } from "#web/ui/choices/switch.tsx";
import { Pill } from "#web/ui/pill.tsx";
import { type AccessChange, doorLinksAt, isDoorLinked, type OrganizationAccess } from "../organization-access.ts";

export interface ControllerAccessProps {
  controller: ControllerWithDoors;
  access: OrganizationAccess;
  organization: string;
  searched: boolean;
  onChange: (change: AccessChange) => void;
}

export function ControllerAccess(props: ControllerAccessProps) {
  const { controller, access, organization, searched, onChange } = props;
  const { id, name, device_type, device_ip, device_port, enabled } = controller;
  const assigned = access.controllerIds.includes(id);
  const nameId = useId();
  const [unfolded, setUnfolded] = useState(doorLinksAt(access, id).length > 0);
  const Icon = DEVICE_KINDS[device_type] === "door" ? DoorClosed : ScanLine;
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <div className="flex min-h-[54px] items-center gap-3 px-3.5 py-2">
        <Icon aria-hidden size={16} className="shrink-0 text-ink-2" />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2">
            <span id={nameId} className="text-body font-name text-ink">
              {name}
            </span>
            {!enabled && <Pill tone="idle">{words.disabled}</Pill>}
          </p>
          <p translate="no" className="font-mono text-small break-all text-ink-2">
            {formatDeviceAddress(device_ip, device_port)}
          </p>
        </div>
        <Switch
          label={t.controllerSwitch(name, organization)}
          value={assigned}
          onChange={(next) => {
            if (next) setUnfolded(true);
            onChange({ kind: "controller", controllerId: id, assigned: next });
          }}
        />
      </div>
      {assigned && DEVICE_KINDS[device_type] === "door" && (
        <Doors {...props} nameId={nameId} unfolded={searched || unfolded} onUnfold={setUnfolded} />
      )}
    </div>
  );
}

interface DoorsProps extends ControllerAccessProps {
  nameId: string;
  unfolded: boolean;
  onUnfold: (open: boolean) => void;
}

function Doors(props: DoorsProps) {
  const { controller, access, organization, nameId, unfolded, onUnfold, onChange } = props;
  const { id, access_points: doors } = controller;
  const triggerId = useId();
  const chosen = doorLinksAt(access, id).length > 0;
  const linked = doors.filter((door) => isDoorLinked(access, door.id)).length;
  return (
    <Disclosure isExpanded={unfolded} onExpandedChange={onUnfold}>
      <Heading level={4}>
        <Button
          slot="trigger"
          id={triggerId}
          aria-labelledby={`${triggerId} ${nameId}`}
          data-ground
          className="group ring-focus flex min-h-8 w-full items-center gap-2.5 border-t border-line-soft bg-sunken px-3.5 py-1 text-small text-ink -outline-offset-2 data-hovered:bg-hover coarse:min-h-11"
        >
          <ChevronRight
            aria-hidden
            size={15}
            className="shrink-0 text-ink-2 transition-transform duration-100 group-aria-expanded:rotate-90"
          />
          <span className="flex-1 text-left">{t.doors(doors.length)}</span>
          <span className="tabular text-ink-2">
            {doors.length === 0 ? "" : chosen ? t.assignedOf(linked, doors.length) : t.allOffered(doors.length)}
          </span>
        </Button>
      </Heading>
      <DisclosurePanel>
        <ul className="border-t border-line-soft">
          {doors.map((door) => (
            <DoorRow
              key={door.id}
              door={door}
              organization={organization}
              isLinked={isDoorLinked(access, door.id)}
              onChange={(assigned) => onChange({ kind: "door", controllerId: id, doorId: door.id, assigned })}
            />
          ))}
        </ul>
        {(doors.length === 0 || !chosen) && (
          <p className="border-t border-line-soft px-3.5 py-2 text-meta text-ink-2">
            {doors.length === 0 ? t.noDoors : t.allOfferedHelp}
          </p>
        )}
      </DisclosurePanel>
    </Disclosure>
  );
}

interface DoorRowProps {
  door: ControllerWithDoors["access_points"][number];
  organization: string;
  isLinked: boolean;
  onChange: (assigned: boolean) => void;
}

function DoorRow({ door, organization, isLinked, onChange }: DoorRowProps) {
  const title = door.door_name?.trim() || door.name;
  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-line-soft py-1.5 pr-3.5 pl-[42px] last:border-b-0 phone:pl-9">
      <div className="min-w-0 flex-1">
        <p className="text-cell font-medium text-ink">{title}</p>
        <p className="text-meta break-words text-ink-2">
          {t.technical(door.name)}
          {door.description && ` · ${door.description}`}
        </p>
      </div>
      <Switch label={t.doorSwitch(title, organization)} value={isLinked} onChange={onChange} />
    </li>
  );
}
