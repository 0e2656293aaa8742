// What happens when a person comes to a page: its name in the title, and the focus on its heading, so that screen readers
// begin there. Not on the first page after loading, where the browser has its own beginning.
import { useEffect, useRef } from "react";
import { words } from "#web/texts/words.ts";

let pagesEntered = 0;

/** Returns the ref of the page's h1 (which needs `tabIndex={-1}`); a page that focuses something else leaves it unused. */
export function usePageEntered(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const entered = useRef(false);
  useEffect(() => {
    document.title = `${title} – ${words.portal}`;
  }, [title]);
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
