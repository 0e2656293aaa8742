// Replaces the question about a removal that would be refused: lists the users of the object, each with a link to the place where
// the use ends.
import { words } from "#web/texts/words.sv.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { schedulesTexts as t } from "../texts/schedules.sv.ts";

export interface UsedBy {
  key: string;
  name: string;
  /** Leads to the place where the use ends: an address, or an act on this page. */
  lead: { href: string } | { act: () => void };
}

export interface UsedByDialogProps {
  title: string;
  sentence: string;
  users: readonly UsedBy[];
  onClose: () => void;
}

export function UsedByDialog({ title, sentence, users, onClose }: UsedByDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={title}
      footer={(close) => (
        <DialogFoot>
          <Button onPress={close} autoFocus>
            {words.close}
          </Button>
        </DialogFoot>
      )}
    >
      <p className="text-body text-ink">{sentence}</p>
      <ul className="mt-3.5 divide-y divide-line-soft rounded-card border border-line">
        {users.map(({ key, name, lead }) => (
          <li
            key={key}
            className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2 text-small text-ink"
          >
            <span translate="no" className="min-w-0 flex-1 basis-40 wrap-anywhere">
              {name}
            </span>
            {"href" in lead ? (
              <ButtonLink size="sm" href={lead.href} aria-label={t.showUser(name)}>
                {words.show}
              </ButtonLink>
            ) : (
              <Button size="sm" onPress={lead.act} aria-label={t.showUser(name)}>
                {words.show}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
