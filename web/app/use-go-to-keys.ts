import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { isTyping } from "#web/lib/keys.ts";
import type { Area } from "./navigation.ts";

const SECOND_KEY_MS = 1_000;

export function useGoToKeys(area: Area): void {
  const router = useRouter();
  useEffect(() => {
    let armedAt = 0;
    const listen = (event: KeyboardEvent) => {
      if (isTyping(event) || document.querySelector("[role=dialog],[role=alertdialog]")) return;
      const key = event.key.toLowerCase();
      const armed = event.timeStamp - armedAt < SECOND_KEY_MS;
      armedAt = key === "g" && !armed ? event.timeStamp : 0;
      const item = armed ? area.items.find(({ letter }) => letter === key) : undefined;
      if (item) void router.navigate({ href: item.to });
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [area, router]);
}
