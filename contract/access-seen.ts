// Puts a person's access, as their form shows it, in one form for the page and the server: a save compares it with what is stored.

interface ShownAccess {
  access_group_members?: readonly { group_id: string }[] | undefined;
  credentials: readonly {
    id: string;
    valid_to: string | null;
    controller_assignments: readonly {
      controller_id: string;
      access_point_id: string | null;
      group_id?: string | null | undefined;
    }[];
  }[];
}

/** Returns the person's groups, own doors and gates, and credentials with their ends, as the database gave them, in one order. Pure. */
export function accessSeen({ access_group_members: groups = [], credentials }: ShownAccess): string[] {
  const own = credentials.flatMap(({ controller_assignments: places }) => places.filter(({ group_id: by }) => !by));
  return [
    ...new Set([
      ...groups.map(({ group_id }) => group_id),
      ...own.map(({ access_point_id: door, controller_id: gate }) => door ?? gate),
      ...credentials.map(({ id, valid_to: end }) => `${id} ${end ?? ""}`),
    ]),
  ].toSorted();
}
