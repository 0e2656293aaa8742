import { useQuery } from "@tanstack/react-query";
import { FilterSelect } from "#web/ui/filters/filter-select.tsx";
import { getControllerNameQueryOptions } from "../api/get-controller-name.ts";
import { peopleTexts } from "../texts/people.sv.ts";

const ANY = "any";
const ONE = "one";

/** Shows a filter that a link from a controller or gate sets, and that is removed here. */
export function ThroughFilter({ controllerId, onClear }: { controllerId: string; onClear: () => void }) {
  const { data: name = "–" } = useQuery(getControllerNameQueryOptions(controllerId));
  return (
    <FilterSelect
      label={peopleTexts.throughFilter}
      options={[
        { id: ANY, label: peopleTexts.throughAny },
        { id: ONE, label: peopleTexts.through(name) },
      ]}
      value={ONE}
      onChange={(chosen) => {
        if (chosen === ANY) onClear();
      }}
    />
  );
}
