import { Switch } from "#web/ui/choices/switch.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { SyncPill } from "#web/ui/sync-pill.tsx";
import { tableColumns } from "#web/ui/table/columns.ts";

export interface Unit {
  id: string;
  name: string;
  doors: number;
  address: string;
  enabled: boolean;
  state: "synced" | "pending" | "pending_removal" | "failed";
  synced: string;
}

const MINUTE = 60_000;
export const UNITS: Unit[] = [
  {
    id: "1",
    name: "Port A Norrgården",
    doors: 4,
    address: "192.0.2.21:443",
    enabled: true,
    state: "synced",
    synced: new Date(Date.now() - 2 * MINUTE).toISOString(),
  },
  {
    id: "2",
    name: "Garage Kajen",
    doors: 3,
    address: "192.0.2.31:443",
    enabled: true,
    state: "failed",
    synced: new Date(Date.now() - 14 * MINUTE).toISOString(),
  },
  {
    id: "3",
    name: "Port 7 Lastkaj",
    doors: 8,
    address: "192.0.2.57:8443",
    enabled: true,
    state: "pending",
    synced: new Date(Date.now() - MINUTE).toISOString(),
  },
  {
    id: "4",
    name: "Förråd Hus 5",
    doors: 2,
    address: "192.0.2.25:443",
    enabled: false,
    state: "pending_removal",
    synced: "",
  },
];

const column = tableColumns<Unit>();
export const unitColumns = column.columns([
  column.accessor("name", {
    header: "Namn",
    meta: { card: "title", sortKey: "name" },
    cell: ({ row }) => (
      <>
        <span className="block truncate font-name">{row.original.name}</span>
        <span className="block text-meta font-normal text-ink-2">{row.original.doors} dörrar</span>
      </>
    ),
  }),
  column.accessor("address", {
    header: "Adress",
    meta: { rank: 2, width: "w-44" },
    cell: ({ row }) => (
      <span translate="no" className="font-mono text-small">
        {row.original.address}
      </span>
    ),
  }),
  column.accessor("enabled", {
    header: "Status",
    meta: { width: "w-39" },
    cell: ({ row }) => (
      <Switch label={`Aktiverad: ${row.original.name}`} value={row.original.enabled} onChange={() => undefined}>
        {row.original.enabled ? "Aktiverad" : "Inaktiverad"}
      </Switch>
    ),
  }),
  column.accessor("synced", {
    header: "Senaste synk",
    meta: { sortKey: "last_sync", width: "w-[30%]" },
    cell: ({ row }) => (
      <div className="flex flex-col items-start gap-0.5">
        <SyncPill state={row.original.state} detail={row.original.state === "failed" ? "svarar inte" : undefined} />
        <span className="text-meta text-ink-2">
          <RelativeTime value={row.original.synced} fallback="Aldrig" always />
        </span>
      </div>
    ),
  }),
]);
