import { GroupList } from "#web/features/people/components/group-list.tsx";

/** The page of both areas. */
export function GroupsPage() {
  return <GroupList />;
}
