import { peopleErrors } from "#contract/errors/people.ts";
import { PortalError } from "#server/platform/http/errors.ts";

/** Returns the chosen groups of an import. Throws PortalError `invalid_body` for one that the organisation does not have. */
export function groupsToJoin<Group extends { id: string }>(
  groups: readonly Group[],
  chosen: readonly string[] = [],
): Group[] {
  const joining = groups.filter(({ id }) => chosen.includes(id));
  if (joining.length < new Set(chosen).size) throw new PortalError(peopleErrors.access_group_unknown());
  return joining;
}
