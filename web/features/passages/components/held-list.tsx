// Holds live rows still while the list is paused, scrolled, hovered or has keyboard focus.
import { ArrowUp } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { announce } from "#web/lib/announce.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { accessLogsTexts } from "../texts/access-logs.sv.ts";

export interface HeldListProps {
  waiting: number;
  /** Returns how many rows wait, for a screen reader. */
  said: (count: string) => string;
  showNewest: () => void;
  /** Called when the reader's pointer, focus or scrolling begins or ends. */
  onReading: (isReading: boolean) => void;
  children: ReactNode;
}

export function HeldList({ waiting, said, showNewest, onReading, children }: HeldListProps) {
  const top = useRef<HTMLDivElement>(null);
  const reading = useReading(top, onReading);
  useSaid(waiting, said);
  return (
    <>
      <div ref={top} />
      {waiting > 0 && (
        <div className="pointer-events-none sticky top-16 z-10 flex h-0 justify-center">
          <Button
            variant="primary"
            size="sm"
            icon={ArrowUp}
            className="pointer-events-auto -translate-y-3.5 rounded-full shadow-menu"
            onPress={() => {
              showNewest();
              scrollTo({ top: 0, behavior: "smooth" });
            }}
          >
            {accessLogsTexts.newRows(formatNumber(waiting), waiting > 1)}
          </Button>
        </div>
      )}
      <div {...reading}>{children}</div>
    </>
  );
}

/** Returns frame props that detect a reader; scrolling past `top` counts as reading. */
function useReading(top: RefObject<HTMLElement | null>, onReading: (isReading: boolean) => void) {
  const frame = useRef<HTMLDivElement>(null);
  const [pointer, setPointer] = useState(false);
  const [focus, setFocus] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    if (!top.current) return;
    // 52 px: height of the top bar over the page.
    const observer = new IntersectionObserver(([entry]) => setScrolled(entry !== undefined && !entry.isIntersecting), {
      rootMargin: "-52px 0px 10000px 0px",
    });
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [top]);
  // Listens on the document: when a drawer covers the list, a row replaced under the pointer sends no event to the frame.
  useEffect(() => {
    const over = ({ pointerType, target }: PointerEvent) =>
      setPointer(pointerType === "mouse" && target instanceof Node && frame.current?.contains(target) === true);
    const out = ({ relatedTarget }: PointerEvent) => {
      if (relatedTarget === null) setPointer(false); // The pointer left the window.
    };
    document.addEventListener("pointerover", over);
    document.addEventListener("pointerout", out);
    return () => {
      document.removeEventListener("pointerover", over);
      document.removeEventListener("pointerout", out);
    };
  }, []);
  // A removed row takes the focus with it, without an event.
  useEffect(() => {
    const rows = frame.current;
    if (!focus || !rows) return;
    const observer = new MutationObserver(() => setFocus(rows.contains(document.activeElement)));
    observer.observe(rows, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [focus]);
  const isReading = pointer || focus || scrolled;
  useEffect(() => onReading(isReading), [isReading, onReading]);
  return {
    ref: frame,
    onFocus: () => setFocus(true),
    onBlur: (event: React.FocusEvent) => setFocus(event.currentTarget.contains(event.relatedTarget)),
  };
}

/** Announces waiting rows once, not with every car. */
function useSaid(waiting: number, words: (count: string) => string): void {
  const said = useRef(false);
  useEffect(() => {
    if (waiting === 0) said.current = false;
    else if (!said.current) {
      said.current = true;
      announce(words(formatNumber(waiting)));
    }
  }, [waiting, words]);
}
