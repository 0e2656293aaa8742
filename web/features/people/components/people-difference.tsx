import { useQuery } from "@tanstack/react-query";
import type { PreviewCall } from "#contract/functions/access-preview.ts";
import { previewTexts } from "#web/texts/preview.sv.ts";
import { AccessDifference } from "#web/ui/preview/access-difference.tsx";
import { previewOf } from "#web/ui/preview/use-preview.tsx";

/** Shows in a question, place by place, who gains or loses access. The question can be answered without it. */
export function PeopleDifference({ calls }: { calls: readonly PreviewCall[] }) {
  const { data, error, isPending } = useQuery({
    queryKey: ["end-users", "difference", calls],
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: () => previewOf(calls),
  });
  return (
    <div role="status" className="mt-2">
      {isPending && <p className="text-ink-2">{previewTexts.counting}</p>}
      {error && <p className="text-fail-ink">{error.message}</p>}
      {data === null && <p className="text-fail-ink">{previewTexts.failed}</p>}
      {data && <AccessDifference preview={data} />}
    </div>
  );
}
