import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { DEVICE_KINDS, DOOR_TYPES } from "#contract/devices.ts";
import { controllerRow } from "#contract/tables/controllers.ts";
import { tlsVersionSchema } from "#contract/tls.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { type Page, readPage } from "#web/lib/calls/rows.ts";
import { containsFilter } from "#web/lib/lists/search-filter.ts";
import type { Sort } from "#web/ui/table/columns.ts";
import type { ControllerStateFilter, ControllerTypeFilter } from "../controller-filters.ts";
import { ordersOf } from "../controller-order.ts";

export const listedController = controllerRow.extend({
  /** The administrator accepts that the password is sent unencrypted. */
  allow_plain_http: z.boolean(),
  /** The administrator accepts TLS 1.0 and 1.1 for this device. */
  allow_old_tls: z.boolean(),
  tls_version: tlsVersionSchema.nullable(),
  access_points: z.array(z.object({ count: z.number() })),
});
export type ListedController = z.infer<typeof listedController>;

export const CONTROLLER_COLUMNS =
  "id, name, device_type, device_ip, device_port, username, password_encrypted, enabled, macro_id, list_sync, frame_source, last_sync, organization_id, created_at, allow_plain_http, allow_old_tls, tls_version, access_points(count)";

const REFRESH_NEW_MS = 3_000;
const REFRESH_MS = 15_000;

export interface ControllersQuery {
  search: string;
  type: ControllerTypeFilter;
  state: ControllerStateFilter;
  /** Ids for `state`; see `idsOfState`. */
  stateIds: readonly string[];
  sort: Sort;
  from: number;
  to: number;
}

export const CONTROLLERS_KEY = ["controllers"] as const;
export const CONTROLLERS_LIST_KEY = [...CONTROLLERS_KEY, "list"] as const;

/** Reads the list, newest first by default (docs/requirements.md, section 6). */
export function getControllersQueryOptions(query: ControllersQuery) {
  return queryOptions({
    queryKey: [...CONTROLLERS_LIST_KEY, query],
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }: { state: { data: Page<ListedController> | undefined } }) =>
      state.data?.rows.some(isNotReadYet) ? REFRESH_NEW_MS : REFRESH_MS,
    queryFn: ({ signal }) => {
      const { search, type, state, stateIds, sort, from, to } = query;
      let call = backend.from("controllers").select(CONTROLLER_COLUMNS, { count: "exact" });
      if (search !== "") call = call.or(containsFilter(["name", "device_ip"], search));
      if (type !== "all") call = call.eq("device_type", type);
      if (state === "paused") call = call.eq("enabled", false);
      else if (state === "synced") {
        call = call.or(`device_type.in.(${DOOR_TYPES.join(",")}),list_sync.is.true`).eq("enabled", true);
        if (stateIds.length > 0) call = call.not("id", "in", `(${stateIds.join(",")})`);
      } else if (state !== "all") call = call.in("id", [...stateIds]);
      for (const { key, ascending } of ordersOf(sort)) call = call.order(key, { ascending, nullsFirst: false });
      return readPage(listedController, call.range(from, to).abortSignal(signal));
    },
  });
}

function isNotReadYet({ device_type, enabled, last_sync }: ListedController): boolean {
  return DEVICE_KINDS[device_type] === "door" && enabled && last_sync === null;
}
