import { queryOptions } from "@tanstack/react-query";
import { controllerRow } from "#contract/tables/controllers.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRow } from "#web/lib/calls/rows.ts";
import { CONTROLLERS_KEY } from "./get-controllers.ts";

const COLUMNS =
  "id, name, device_type, device_ip, device_port, username, password_encrypted, enabled, macro_id, list_sync, frame_source, last_sync, organization_id, created_at";

export function getControllerQueryOptions(id: string) {
  return queryOptions({
    queryKey: [...CONTROLLERS_KEY, "one", id],
    staleTime: 0,
    gcTime: 0,
    // The form must not change while somebody edits it.
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) =>
      readRow(controllerRow, backend.from("controllers").select(COLUMNS).eq("id", id).abortSignal(signal).single()),
  });
}
