import type { ReactNode } from "react";
import { RetryNote } from "#web/ui/note.tsx";

export interface ReadListProps {
  list: { data: unknown; error: { message: string } | null; refetch: () => unknown };
  /** A whole sentence. */
  failed: string;
  children: ReactNode;
}

/** Shows a list, below the reason why it could not be read; earlier rows stay. */
export function ReadList({ list, failed, children }: ReadListProps) {
  return (
    <>
      {list.error && (
        <RetryNote role="alert" className="mb-4" onRetry={list.refetch}>
          {failed} {list.error.message}
        </RetryNote>
      )}
      {!(list.error && !list.data) && children}
    </>
  );
}
