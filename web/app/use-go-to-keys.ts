import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { isTyping } from "#web/lib/keys.ts";
import { createGoToKeys } from "./go-to-keys.ts";
import type { Area } from "./navigation.ts";

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
