// Conditions of the tenant guard about linked controllers and their doors.
import type { RowCondition } from "#server/platform/database/tenant-guard.ts";

/** The controller in this column is linked to the organisation. */
export const linkedController =
  (column = "controller_id"): RowCondition =>
  (row, value) =>
    `exists (select from public.organization_controllers _l where _l.controller_id = ${row}.${column} and _l.organization_id = ${value("organization")}::uuid)`;

/** No other organisation uses the controller. */
export const linkedAlone: RowCondition = (row, value) =>
  `${linkedController()(row, value)} and not exists (select from public.organization_controllers _m
    where _m.controller_id = ${row}.controller_id and _m.organization_id <> ${value("organization")}::uuid)`;

/** The door is linked to the organisation, or belongs to a linked controller without linked doors. */
export const offeredDoor: RowCondition = (row, value) => {
  const organization = `${value("organization")}::uuid`;
  const linked = (condition: string) =>
    `exists (select from public.organization_access_points _l where _l.organization_id = ${organization} and ${condition})`;
  return `exists (select from public.access_points _a join public.organization_controllers _o on _o.controller_id = _a.controller_id
    where _a.id = ${row}.access_point_id and _o.organization_id = ${organization}
      and (${linked("_l.access_point_id = _a.id")} or not ${linked("_l.controller_id = _a.controller_id")}))`;
};
