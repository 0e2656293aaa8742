// Opens the pages of an area by keyboard: G, then the letter of a page.
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { isTyping } from "#web/lib/keys.ts";
import type { Area } from "./navigation.ts";

const SECOND_KEY_MS = 1_000;

/** Returns a function that takes each key, in order, and answers with the page that it leads to. */
export function createGoToKeys({ items }: Pick<Area, "items">) {
  let armedAt: number | null = null;
  return ({ key, timeStamp }: Pick<KeyboardEvent, "key" | "timeStamp">): string | undefined => {
    const letter = key.toLowerCase();
    const isSecond = armedAt !== null && timeStamp - armedAt < SECOND_KEY_MS;
    armedAt = letter === "g" && !isSecond ? timeStamp : null;
    return isSecond ? items.find((item) => item.letter === letter)?.to : undefined;
  };
}

/** Listens while the area is shown. Keys typed into a field, and those under a dialog, lead nowhere. */
export function useGoToKeys(area: Area): void {
  const router = useRouter();
  useEffect(() => {
    const goTo = createGoToKeys(area);
    const listen = (event: KeyboardEvent) => {
      if (isTyping(event) || document.querySelector("[role=dialog],[role=alertdialog]")) return;
      const href = goTo(event);
      if (href !== undefined) void router.navigate({ href });
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [area, router]);
}
