// A door's buttons. A held door has only its lock; an unreachable door has none that work. "…" has the rest.
import { Lock, LockOpen, ScrollText, UserRoundSearch } from "lucide-react";
import { type FocusEvent, type RefObject, useEffect, useRef } from "react";
import type { DoorListRow } from "#contract/tables/door-states.ts";
import { useNow } from "#web/lib/now.ts";
import { doorLogAddress } from "#web/lib/passages/passage-address.ts";
import { whoAddress } from "#web/lib/passages/who-address.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { navigationTexts } from "#web/texts/navigation.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { RowMenu } from "#web/ui/dialogs/menu.tsx";
import { useRowName } from "#web/ui/row-name.ts";
import { toastError, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { useReleaseDoor } from "../api/control-door.ts";
import { lastingHold, standingOf } from "../describe-door.ts";
import { doorAct } from "../door-act.ts";
import { doorName } from "../door-words.ts";
import { doorsTexts as t } from "../texts/doors.sv.ts";
import { type DoorQuestion, useDoorQuestions } from "../use-door-question.ts";

export function DoorButtons({ row, onPhone = false }: { row: DoorListRow; onPhone?: boolean }) {
  const { question, ask } = useDoorQuestions();
  const now = useNow();
  const box = useRef<HTMLDivElement>(null);
  const name = useRowName(doorName(row));
  const isReachable = standingOf(row, now).kind !== "unknown" && row.enabled && row.controllers.enabled;
  const isHeld = lastingHold(row, now) !== null;
  const asked = question?.place.id === row.id ? question : null;
  const focus = useFocusKept(box, { isAsked: asked !== null, isHeld });
  const askAbout = (about: DoorQuestion["about"]) => {
    if (box.current) ask({ about, place: row, name, anchor: box.current });
  };
  return (
    <div ref={box} {...focus} className="flex items-center justify-end gap-1.5">
      {isHeld ? (
        <LockButton row={row} onPhone={onPhone} />
      ) : (
        <Button
          size={onPhone ? "md" : "sm"}
          isDisabled={!isReachable}
          aria-label={t.openNamed(name)}
          aria-haspopup="dialog"
          aria-expanded={asked?.about === "OPEN"}
          onPress={() => askAbout("OPEN")}
        >
          {t.openDoor}
        </Button>
      )}
      {!onPhone && !isHeld && (
        <Button
          size="sm"
          isDisabled={!isReachable}
          aria-label={t.holdNamed(name)}
          aria-haspopup="dialog"
          aria-expanded={asked?.about === "HOLD"}
          onPress={() => askAbout("HOLD")}
        >
          {t.hold}
        </Button>
      )}
      <DoorMenu row={row} onHold={onPhone && !isHeld ? () => askAbout("HOLD") : null} isReachable={isReachable} />
    </div>
  );
}

interface DoorMenuProps {
  row: DoorListRow;
  /** Null: the door is held already, or has a button for it. */
  onHold: (() => void) | null;
  isReachable: boolean;
}

function DoorMenu({ row, onHold, isReachable }: DoorMenuProps) {
  const { role } = useSignedIn();
  const disabledReason = isReachable ? undefined : t.notReachable;
  const hold = onHold && { id: "hold", label: t.hold, icon: LockOpen, onAction: onHold, disabledReason };
  return (
    <RowMenu
      rowName={useRowName(doorName(row))}
      actions={[
        ...(hold ? [hold] : []),
        { id: "who", label: navigationTexts.who, icon: UserRoundSearch, href: whoAddress(role, "door", row.id) },
        { id: "log", label: t.inLog, icon: ScrollText, href: doorLogAddress(role, row.id) },
      ]}
    />
  );
}

function LockButton({ row, onPhone }: { row: DoorListRow; onPhone: boolean }) {
  const release = useReleaseDoor();
  const name = useRowName(doorName(row));
  const lock = async () => {
    const act = doorAct(row.id);
    try {
      const { locked, own_hours: isLeft } = await release.mutateAsync({ access_point_id: row.id });
      if (locked) toastSuccess(act, t.lockedNow(name));
      else if (isLeft) toastSuccess(act, t.leftToHours(name));
      else toastError(act, t.lockedLaterHelp, { title: t.lockedLater(name) });
    } catch (error) {
      toastFailure(act, error);
    }
  };
  return (
    <Button
      size={onPhone ? "md" : "sm"}
      icon={Lock}
      busy={release.isPending}
      aria-label={t.lockNamed(name)}
      onPress={() => void lock()}
    >
      {t.lock}
    </Button>
  );
}

interface FocusHandlers {
  onFocus: () => void;
  onBlur: (event: FocusEvent) => void;
}

/**
 * Keeps the focus: a hold or a lock replaces the pressed button, at once or with the next list, and the new button gets the focus instead
 * of the page. Returns handlers that follow the focus.
 */
function useFocusKept(box: RefObject<HTMLElement | null>, now: { isAsked: boolean; isHeld: boolean }): FocusHandlers {
  const before = useRef(now);
  const hadFocus = useRef(false);
  const { isAsked, isHeld } = now;
  useEffect(() => {
    const take = () => {
      if (document.activeElement === document.body) box.current?.querySelector("button")?.focus();
    };
    const wasHeld = before.current.isHeld;
    // A dialog returns the focus to what opened it in the frame after it closes.
    if (before.current.isAsked && !isAsked) requestAnimationFrame(() => requestAnimationFrame(take));
    before.current = { isAsked, isHeld };
    if (wasHeld !== isHeld && hadFocus.current) take();
  }, [box, isAsked, isHeld]);
  return {
    onFocus: () => {
      hadFocus.current = true;
    },
    // A removed button passes the focus to nothing.
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget !== null) hadFocus.current = false;
    },
  };
}
