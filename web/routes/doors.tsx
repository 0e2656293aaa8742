import { DoorList } from "#web/features/doors/components/door-list.tsx";

/** Of both areas. */
export function DoorsPage() {
  return <DoorList />;
}
