import { History } from "lucide-react";
import { PagePlaceholder } from "../../app/page-placeholder.tsx";
import { titles } from "../../texts/titles.ts";

export function SystemEventsPage() {
  return <PagePlaceholder {...titles.events} icon={History} />;
}
