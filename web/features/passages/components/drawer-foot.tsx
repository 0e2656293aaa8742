import { useQuery } from "@tanstack/react-query";
import { Undo2, User } from "lucide-react";
import type { PassageSource } from "#contract/functions/explain-passage.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { PEOPLE_OF_ROLE } from "#web/lib/people/people-address.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { getExplanationQueryOptions } from "../api/explain-passage.ts";
import { passageFixTexts as t } from "../texts/passage-fix.sv.ts";
import type { FixState } from "../use-fix.ts";
import { FixButton, offeredFix } from "./passage-fix.tsx";

interface DrawerFootProps {
  source: PassageSource;
  id: string;
  /** False: nobody asked for access. */
  isExplained: boolean;
  person: { id: string; first_name: string; last_name: string; removed_at: string | null } | null;
  fix: FixState;
}

/** Shows the foot. On a phone the foot is the button of the fix, until that button is pressed. */
export function DrawerFoot({ source, id, isExplained, person, fix }: DrawerFootProps) {
  const isPhone = useIsPhone();
  const { role } = useSignedIn();
  const { data } = useQuery({ ...getExplanationQueryOptions(source, id), enabled: isExplained });
  // A removed person has no page, so the page with their remaining data opens, where these can be erased.
  const isRemoved = person !== null && person.removed_at !== null;
  const offered = data && isPhone ? offeredFix(data, fix) : null;
  if (offered) return <FixButton fix={offered} state={fix} source={source} wide />;
  return (
    <div className="flex justify-end gap-2">
      {fix.canUndo && (
        <Button icon={Undo2} busy={fix.isUndoing} busyLabel={t.undoing} onPress={fix.takeBack}>
          {t.undo}
        </Button>
      )}
      {person && (
        <ButtonLink
          href={`${PEOPLE_OF_ROLE[role]}${isRemoved ? "/" : "?person="}${person.id}`}
          icon={User}
          className={isPhone ? "flex-1" : "min-w-0 shrink"}
        >
          {(isRemoved ? t.showData : t.openPerson)(
            isPhone ? person.first_name : `${person.first_name} ${person.last_name}`,
          )}
        </ButtonLink>
      )}
    </div>
  );
}
