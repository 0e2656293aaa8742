import { DoorList } from "#web/features/doors/components/door-list.tsx";

/** Shows the page of both areas. */
export function DoorsPage() {
  return <DoorList />;
}
