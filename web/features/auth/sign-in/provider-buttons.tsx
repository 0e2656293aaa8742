// Provider names are cached, so that on the second visit the buttons render at once and nothing jumps.
import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { z } from "zod";
import { keepReturnAddress } from "#web/lib/session/return-address.ts";
import { Button } from "#web/ui/button.tsx";
import { toastFailure } from "#web/ui/toasts/toast.tsx";
import { providerName, readSignInWays, signInThrough } from "../api/sign-in-ways.ts";
import { authTexts } from "../texts/auth.sv.ts";

const STORAGE_KEY = "portal.providers";

export function ProviderButtons() {
  const [providers, setProviders] = useState(kept);
  const returnTo = useLocation({ select: ({ state }) => state.returnTo });
  useEffect(() => {
    const stop = new AbortController();
    async function refresh(): Promise<void> {
      try {
        const { providers: found } = await readSignInWays(stop.signal);
        localStorage.setItem(STORAGE_KEY, JSON.stringify(found));
        setProviders(found);
      } catch {
        // Offline, the password form stays and the connection bar reports it.
      }
    }
    void refresh();
    return () => stop.abort();
  }, []);
  if (providers.length === 0) return null;
  return (
    <div className="mt-5 flex flex-col gap-2">
      <p className="flex items-center gap-3 pb-2 text-small text-ink-2 before:h-px before:flex-1 before:hairline after:h-px after:flex-1 after:hairline">
        {authTexts.or}
      </p>
      {providers.map((provider) => (
        <Button
          key={provider}
          size="lg"
          wide
          onPress={() => {
            keepReturnAddress(returnTo);
            void signInThrough(provider).catch((error: unknown) => toastFailure("session:sign-in", error));
          }}
        >
          {authTexts.signInWith(providerName(provider))}
        </Button>
      ))}
    </div>
  );
}

function kept(): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]"));
  } catch {
    return [];
  }
}
