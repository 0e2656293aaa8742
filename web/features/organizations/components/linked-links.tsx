// Rendered in a toast, outside the router, so navigation is passed in.
import type { MouseEvent } from "react";
import { peopleOf } from "#web/lib/people/people-address.ts";
import type { LinkedCounts } from "../linked-things.ts";
import { organizationsTexts as t } from "../texts/organizations.sv.ts";

const LINK = "ring-focus rounded-check font-strong text-accent-ink underline underline-offset-3 hover:no-underline";

export interface LinkedLinksProps {
  organizationId: string;
  counts: LinkedCounts;
  onGo: (href: string) => void;
  onAdmins: () => void;
  onControllers: () => void;
  onRegisterElsewhere: () => void;
}

export function LinkedLinks({ organizationId, counts, onGo, onAdmins, ...on }: LinkedLinksProps) {
  const isRemovalOnly = counts.endUsers + counts.registered + counts.given + counts.administrators === 0;
  const link = (href: string, words: string) => (
    <a
      href={href}
      className={LINK}
      onClick={(event: MouseEvent) => {
        event.preventDefault();
        onGo(href);
      }}
    >
      {words}
    </a>
  );
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-3 gap-y-1">
      {counts.endUsers > 0 && link(peopleOf(organizationId), t.showEndUsers)}
      {counts.registered > 0 &&
        (counts.other ? (
          <button type="button" className={LINK} onClick={on.onRegisterElsewhere}>
            {t.registerElsewhere}
          </button>
        ) : (
          link("/system-admin/controllers", t.showControllers)
        ))}
      {counts.given > 0 && (
        <button type="button" className={LINK} onClick={on.onControllers}>
          {t.manageControllers}
        </button>
      )}
      {counts.administrators > 0 && (
        <button type="button" className={LINK} onClick={onAdmins}>
          {t.showAdmins}
        </button>
      )}
      {isRemovalOnly && link("/system-admin/sync", t.showSync)}
    </p>
  );
}
