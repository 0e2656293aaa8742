import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import { Heading } from "react-aria-components";
import { usePageTitle } from "#web/lib/page-entered.ts";

export const StepPlace = createContext<"page" | "dialog">("page");

export interface StepHeadProps {
  title: string;
  help?: ReactNode;
  focus?: boolean;
}

export function StepHead({ title, help, focus = false }: StepHeadProps) {
  const place = useContext(StepPlace);
  usePageTitle(place === "page" ? title : null);
  const heading = useRef<HTMLHeadingElement>(null);
  // oxlint-disable-next-line react/exhaustive-deps -- another title is the next step, in the same element
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus, title]);
  return (
    <>
      {place === "page" ? (
        <h1 ref={heading} tabIndex={-1} className="mt-4 text-h0 text-ink outline-none">
          {title}
        </h1>
      ) : (
        <Heading ref={heading} slot="title" tabIndex={-1} className="text-h2 text-ink outline-none">
          {title}
        </Heading>
      )}
      {help ? <p className="mt-1 mb-5 text-body break-words text-ink-2">{help}</p> : <div className="h-5" />}
    </>
  );
}
