// Providers of every page: language for react-aria, toasts. The areas add the query cache (query-client.tsx).
import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components";
import { locale } from "#web/texts/language.ts";
import { Toaster } from "#web/ui/toasts/toast.tsx";

export function Providers({ children }: { children: ReactNode }) {
  return (
    <I18nProvider locale={locale()}>
      {children}
      <Toaster />
    </I18nProvider>
  );
}
