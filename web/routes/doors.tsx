import { DoorList } from "#web/features/doors/components/door-list.tsx";

/** The page of both areas. */
export function DoorsPage() {
  return <DoorList />;
}
