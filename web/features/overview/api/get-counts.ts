import { queryOptions } from "@tanstack/react-query";
import type { Role } from "#contract/roles.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readCount } from "#web/lib/calls/rows.ts";
import { fetchPart } from "#web/lib/chunks/fetch-part.ts";

const COUNT = { count: "exact", head: true } as const;

export function getOrganizationCountQueryOptions() {
  return queryOptions({
    queryKey: ["organizations", "count"],
    queryFn: ({ signal }) => readCount(backend.from("organizations").select("*", COUNT).abortSignal(signal)),
  });
}

export function getAdministratorCountQueryOptions() {
  return queryOptions({
    queryKey: ["administrators", "count"],
    queryFn: async ({ signal }) => {
      const having = (role: Role) =>
        readCount(backend.from("user_roles").select("*", COUNT).eq("role", role).abortSignal(signal));
      const [system, organization] = await Promise.all([having("system_admin"), having("org_admin")]);
      return { system, organization };
    },
  });
}

export function getControllerCountQueryOptions() {
  return queryOptions({
    queryKey: ["controllers", "count"],
    queryFn: async ({ signal }) => {
      const controllers = () => backend.from("controllers").select("*", COUNT);
      const [enabled, all] = await Promise.all([
        readCount(controllers().eq("enabled", true).abortSignal(signal)),
        readCount(controllers().abortSignal(signal)),
      ]);
      return { enabled, all };
    },
  });
}

/** Counts readings that wait for an answer; for an organisation, its own people's. */
export function getNearMissCountQueryOptions() {
  return queryOptions({
    queryKey: ["near-misses", "count"],
    queryFn: ({ signal }) =>
      readCount(
        backend
          .from("plate_near_misses")
          .select("id, candidates:plate_near_miss_candidates!inner(near_miss_id)", COUNT)
          .is("candidates.dismissed_at", null)
          .abortSignal(signal),
      ),
  });
}

/** Counts doors with an alarm that the caller may see. */
export function getDoorAlarmCountQueryOptions() {
  return queryOptions({
    queryKey: ["doors", "alarms"],
    queryFn: async ({ signal }) => {
      const { ALARM_PARTS, onlyAlarms } = await fetchPart(import("#web/lib/doors/door-alarms.ts"));
      const doors = backend.from("access_points").select<string, { id: string }>(`id, ${ALARM_PARTS}`, COUNT);
      return readCount(onlyAlarms(doors, Date.now()).abortSignal(signal));
    },
  });
}

/** Counts people. Row policies limit the count; the filter helps the planner. */
export function getEndUserCountQueryOptions(organizationId: string | null) {
  return queryOptions({
    queryKey: ["end-users", "count", organizationId],
    queryFn: ({ signal }) => {
      const call = backend.from("end_users").select("*", COUNT);
      return readCount((organizationId ? call.eq("organization_id", organizationId) : call).abortSignal(signal));
    },
  });
}

export function getActiveCredentialCountQueryOptions(organizationId: string | null) {
  return queryOptions({
    queryKey: ["credentials", "count", "active", organizationId],
    queryFn: ({ signal }) => {
      const now = new Date().toISOString();
      const call = backend
        .from("credentials")
        .select("*", COUNT)
        .eq("enabled", true)
        .lte("valid_from", now)
        .or(`valid_to.is.null,valid_to.gt."${now}"`);
      return readCount(call.abortSignal(signal));
    },
  });
}

/** Counts everybody whom the caller may see; above a large number it is an estimate, like in the list. */
export function getListedPeopleCountQueryOptions() {
  return queryOptions({
    queryKey: ["end-users", "count", "listed"],
    queryFn: ({ signal }) =>
      readCount(backend.from("end_users").select("*", { count: "estimated", head: true }).abortSignal(signal)),
  });
}
