import type { AdministratorRow, ProfileRow } from "#contract/tables/user-roles.ts";

/** Null: the whole system. */
export type AdministratorScope = { id: string; name: string } | null;

export function fullName({ profiles }: Pick<AdministratorRow, "profiles">): string {
  return personName(profiles);
}

export function personName({ first_name, last_name }: Pick<ProfileRow, "first_name" | "last_name">): string {
  return `${first_name} ${last_name}`;
}

/** Returns name and email for a question about one administrator, because two may have one name. */
export function nameAndEmail({ profiles }: Pick<AdministratorRow, "profiles">): string {
  return `${personName(profiles)} (${profiles.email})`;
}
