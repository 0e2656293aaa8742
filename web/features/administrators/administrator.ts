import type { AdministratorRow, ProfileRow } from "#contract/tables/user-roles.ts";

/** Null: the whole system. */
export type AdministratorScope = { id: string; name: string } | null;

export function fullName({ profiles }: Pick<AdministratorRow, "profiles">): string {
  return personName(profiles);
}

export function personName({ first_name, last_name }: Pick<ProfileRow, "first_name" | "last_name">): string {
  return `${first_name} ${last_name}`;
}

/** In a question about one of them: two may have one name. */
export function nameAndEmail({ profiles }: Pick<AdministratorRow, "profiles">): string {
  return `${personName(profiles)} (${profiles.email})`;
}
