import { DoorList } from "#web/features/doors/components/door-list.tsx";
import { doorsTexts as t } from "#web/texts/doors.ts";
import { PageHead } from "#web/ui/page-head.tsx";

/** Of both areas. */
export function DoorsPage() {
  return (
    <>
      <PageHead title={t.title} subtitle={t.subtitle} />
      <DoorList />
    </>
  );
}
