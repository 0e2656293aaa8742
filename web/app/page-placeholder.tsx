import type { LucideIcon } from "lucide-react";
import { frameTexts } from "../texts/frame.ts";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHead } from "../ui/page-head.tsx";

/** Stands in a route until its feature is there. */
export function PagePlaceholder({ title, subtitle, icon }: { title: string; subtitle: string; icon: LucideIcon }) {
  return (
    <>
      <PageHead title={title} subtitle={subtitle} />
      <Card>
        <EmptyState icon={icon} title={frameTexts.comingTitle} help={frameTexts.comingHelp} />
      </Card>
    </>
  );
}
