import { GroupList } from "#web/features/people/components/group-list.tsx";

/** Shows the page of both areas. */
export function GroupsPage() {
  return <GroupList />;
}
