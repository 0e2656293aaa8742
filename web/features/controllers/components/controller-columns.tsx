import { DoorClosed, LockOpen, ScanLine, ShieldAlert } from "lucide-react";
import { DEVICE_KINDS, type DeviceType } from "#contract/devices.ts";
import { isOldTls } from "#contract/tls.ts";
import { deviceScheme, formatDeviceAddress } from "#web/lib/controllers/device-address.ts";
import { words } from "#web/texts/words.sv.ts";
import { Pill } from "#web/ui/pill.tsx";
import { tableColumns } from "#web/ui/table/columns.ts";
import { Tooltip } from "#web/ui/tooltip.tsx";
import type { ListedController } from "../api/get-controllers.ts";
import { controllersTexts as t } from "../texts/controllers.sv.ts";
import { ControllerEnabledSwitch } from "./controller-enabled-switch.tsx";
import { ControllerSyncCell } from "./controller-sync-cell.tsx";

const column = tableColumns<ListedController>();

export const controllerColumns = column.columns([
  column.accessor("name", {
    header: words.name,
    cell: ({ row }) => <Name controller={row.original} />,
    meta: { card: "title", sortKey: "name" },
  }),
  column.accessor("device_type", {
    header: words.type,
    cell: ({ row }) => <DeviceTypeLabel type={row.original.device_type} />,
    meta: { sortKey: "device_type", rank: 3, width: "w-32 @5xl/list:w-48" },
  }),
  column.accessor("device_ip", {
    header: words.address,
    cell: ({ row }) => <Address controller={row.original} />,
    meta: { sortKey: "device_ip", width: "w-[22%] @4xl/list:w-46" },
  }),
  column.accessor("enabled", {
    header: words.status,
    cell: ({ row }) => <ControllerEnabledSwitch controller={row.original} />,
    meta: { sortKey: "enabled", width: "w-20 @5xl/list:w-39 print:w-28" },
  }),
  column.accessor("last_sync", {
    header: t.lastSync,
    cell: ({ row }) => <ControllerSyncCell controller={row.original} />,
    meta: { sortKey: "last_sync", cardLabel: t.lastSync, width: "w-[26%] @4xl/list:w-54" },
  }),
]);

function Name({ controller: { name, device_type, access_points } }: { controller: ListedController }) {
  return (
    <>
      <span translate="no" className="block truncate font-name text-ink" title={name}>
        {name}
      </span>
      <span className="block text-small font-normal text-ink-2">
        {DEVICE_KINDS[device_type] === "door" ? t.doors(access_points[0]?.count ?? 0) : t.gate}
      </span>
    </>
  );
}

function Address({ controller }: { controller: ListedController }) {
  const { device_ip, device_port, device_type, allow_old_tls, tls_version } = controller;
  const isPlain = deviceScheme(device_ip, device_port) === "http";
  const address = formatDeviceAddress(device_ip, device_port);
  return (
    <span className="flex flex-col items-start gap-0.5">
      <span translate="no" title={address} className="max-w-full truncate font-mono text-small">
        {address}
      </span>
      {isPlain && (
        <Tooltip text={DEVICE_KINDS[device_type] === "door" ? t.plainAxis : t.plainHttp}>
          <Pill tone="wait" icon={LockOpen}>
            {t.plain}
          </Pill>
        </Tooltip>
      )}
      {allow_old_tls && (
        <Tooltip text={tls_version === null || isOldTls(tls_version) ? t.oldTlsUsed : t.oldTlsNotNeeded}>
          <Pill tone="wait" icon={ShieldAlert}>
            {t.oldTls}
          </Pill>
        </Tooltip>
      )}
    </span>
  );
}

function DeviceTypeLabel({ type }: { type: DeviceType }) {
  const Icon = DEVICE_KINDS[type] === "door" ? DoorClosed : ScanLine;
  return (
    <span className="inline-flex max-w-full items-center gap-2 text-ink-2">
      <Icon aria-hidden size={16} className="shrink-0" />
      <span className="min-w-0 wrap-anywhere">{t.types[type]}</span>
    </span>
  );
}
