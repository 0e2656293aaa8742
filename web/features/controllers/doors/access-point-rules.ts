// Rules of the row that is edited in place (docs/requirements.md, section 2).
import { z } from "zod";
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from "#contract/limits.ts";
import { plainLine } from "#contract/plain-line.ts";
import type { Act } from "#web/ui/toasts/toast.tsx";
import { accessPointsTexts as t } from "../texts/access-points.sv.ts";
import type { Door } from "./api/get-access-points.ts";

const emptyToNull = (text: string) => (text === "" ? null : text);

export const accessPointRules = z.object({
  enabled: z.boolean(),
  door_name: z.string().overwrite(plainLine).max(NAME_MAX_LENGTH, t.doorNameTooLong).transform(emptyToNull),
  name: z.string().overwrite(plainLine).min(1, t.nameRequired).max(NAME_MAX_LENGTH, t.nameTooLong),
  description: z.string().trim().max(DESCRIPTION_MAX_LENGTH, t.descriptionTooLong).transform(emptyToNull),
});
export type DoorInput = z.input<typeof accessPointRules>;
export type DoorValues = z.output<typeof accessPointRules>;

export const NO_DOOR: DoorInput = { enabled: true, door_name: "", name: "", description: "" };

export function doorInput({ enabled, door_name, name, description }: Door): DoorInput {
  return { enabled, door_name: door_name ?? "", name, description: description ?? "" };
}

/** Returns the act of what is reported about a door's changes: a refusal stays when another door is saved. */
export const savingOf = ({ id }: Pick<Door, "id">): Act => `door:save ${id}`;

export function doorTitle({ door_name, name }: Pick<Door, "door_name" | "name">): string {
  return door_name?.trim() || name;
}
