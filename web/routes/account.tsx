import { CircleUserRound } from "lucide-react";
import { PagePlaceholder } from "../app/page-placeholder.tsx";
import { titles } from "../texts/titles.ts";

export function AccountPage() {
  return <PagePlaceholder {...titles.account} icon={CircleUserRound} />;
}
