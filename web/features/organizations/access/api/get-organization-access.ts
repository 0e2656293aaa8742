import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { controllerWithDoors } from "#contract/tables/controllers.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";
import type { OrganizationAccess } from "../organization-access.ts";

const controllerLink = z.object({ controller_id: z.uuid() });
const doorLink = z.object({ access_point_id: z.uuid(), controller_id: z.uuid() });

export function organizationAccessKey(organizationId: string) {
  return ["organization-access", organizationId] as const;
}

export function getOrganizationAccessQueryOptions(organizationId: string) {
  return queryOptions({
    queryKey: organizationAccessKey(organizationId),
    queryFn: async ({ signal }): Promise<OrganizationAccess> => {
      const [controllers, controllerLinks, doorLinks] = await Promise.all([
        readRows(
          controllerWithDoors,
          backend
            .from("controllers")
            .select(
              "id, name, device_type, device_ip, device_port, enabled, access_points(id, name, door_name, description, enabled)",
            )
            .eq("access_points.enabled", true)
            .order("name")
            .order("name", { referencedTable: "access_points" })
            .abortSignal(signal),
        ),
        readRows(
          controllerLink,
          backend
            .from("organization_controllers")
            .select("controller_id")
            .eq("organization_id", organizationId)
            .abortSignal(signal),
        ),
        readRows(
          doorLink,
          backend
            .from("organization_access_points")
            .select("access_point_id, controller_id")
            .eq("organization_id", organizationId)
            .abortSignal(signal),
        ),
      ]);
      return { controllers, controllerIds: controllerLinks.map((link) => link.controller_id), doorLinks };
    },
  });
}
