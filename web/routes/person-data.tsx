import { useParams } from "@tanstack/react-router";
import { PersonDataView } from "#web/features/people/components/person-data-view.tsx";

export function PersonDataPage() {
  const { person = "" } = useParams({ strict: false });
  return <PersonDataView key={person} personId={person} />;
}
