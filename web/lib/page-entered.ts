// Entering a page sets the title and focuses its heading for screen readers, except on the first page after loading.
import { useEffect, useRef } from "react";
import { words } from "#web/texts/words.sv.ts";

let pagesEntered = 0;

/** Sets the tab's title. Null: not known yet, so the last one stays. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = `${title} – ${words.portal}`;
  }, [title]);
}

/** Returns the ref of the page's h1 (which needs `tabIndex={-1}`); a page that focuses something else leaves it unused. */
export function usePageEntered(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const entered = useRef(false);
  usePageTitle(title);
  useEffect(() => {
    if (entered.current) return;
    entered.current = true;
    pagesEntered += 1;
    if (pagesEntered === 1 || !heading.current) return;
    scrollTo(0, 0);
    heading.current.focus({ preventScroll: true });
  }, []);
  return heading;
}
