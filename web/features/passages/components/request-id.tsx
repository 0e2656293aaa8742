import { useQuery } from "@tanstack/react-query";
import type { PassageSource } from "#contract/functions/explain-passage.ts";
import { FunctionError } from "#web/lib/calls/errors.ts";
import { CopyField } from "#web/ui/fields/copy-field.tsx";
import { getExplanationQueryOptions } from "../api/explain-passage.ts";
import { doorLogTexts as t } from "../texts/door-log.sv.ts";

/** Shows the id by which the server's log knows the explanation or its failure; nothing while it is loading. */
export function RequestId({ source, id }: { source: PassageSource; id: string }) {
  const { data, error } = useQuery(getExplanationQueryOptions(source, id));
  const requestId = data?.requestId ?? (error instanceof FunctionError ? error.requestId : null);
  if (!requestId) return null;
  return (
    <div className="mt-3">
      <CopyField label={t.requestId} value={requestId} />
    </div>
  );
}
