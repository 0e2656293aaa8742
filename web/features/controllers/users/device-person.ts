import type { AxisUser } from "#contract/functions/axis-proxy.ts";
import { controllerUsersTexts as t } from "../texts/controller-users.sv.ts";

/** Returns a name such as "Vera Vakt"; devices may have only a full name, or none. */
export function personName({ firstName, lastName, name }: Pick<AxisUser, "firstName" | "lastName" | "name">): string {
  return [firstName, lastName].filter(Boolean).join(" ") || name || t.nameless;
}

/** Returns a row's key: a person with two credentials is listed twice, a credential without a person once. */
export function personKey({ userToken, credentialToken }: AxisUser): string {
  return `${userToken ?? ""} ${credentialToken ?? ""}`;
}

/** Returns why the row is locked; null when it can be changed. */
export function lockedReason({ sourceKind, state }: Pick<AxisUser, "sourceKind" | "state">): string | null {
  if (sourceKind === "credential") return t.editedUnderEndUsers;
  if (sourceKind === "weekly_code") return t.editedUnderWeeklyCodes;
  return state === "pending_removal" ? t.goingAway : null;
}

export function matches(person: AxisUser, search: string): boolean {
  return personName(person).toLocaleLowerCase("sv").includes(search.trim().toLocaleLowerCase("sv"));
}
