// The frame of both areas: sidebar (a drawer under 1024 px), top bar, page.
import { Outlet } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import type { Role } from "#contract/roles.ts";
import { useShellGone } from "#web/lib/frame/app-shell.ts";
import { useIsWide } from "#web/lib/media.ts";
import { frameTexts } from "#web/texts/frame.sv.ts";
import { navigationTexts } from "#web/texts/navigation.sv.ts";
import { AsyncConfirmDialog, ConfirmDialog, Drawer } from "#web/ui/dialogs/lazy-dialogs.ts";
import { MENUS } from "#web/ui/dialogs/menu.tsx";
import { usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { useGoToKeys } from "./go-to-keys.ts";
import { AreaGuard } from "./guard.tsx";
import { AREAS, type Area } from "./navigation.ts";
import { QueryProvider } from "./query-client.tsx";
import { Sidebar } from "./sidebar.tsx";
import { StepUpPrompt } from "./step-up-prompt.tsx";
import { TopBar } from "./top-bar.tsx";

/**
 * Shows the frame. `feeds`: invisible feature components that update the frame's figures (lib/frame/frame-figures.ts) on every page.
 * `children`: replaces the area's routes.
 */
export function AreaLayout({ forRole, feeds, children }: { forRole: Role; feeds?: ReactNode; children?: ReactNode }) {
  return (
    <QueryProvider>
      <AreaGuard forRole={forRole}>
        {feeds}
        <Frame area={AREAS[forRole]}>{children ?? <Outlet />}</Frame>
      </AreaGuard>
    </QueryProvider>
  );
}

const OVERLAYS = [...MENUS, Drawer, ConfirmDialog, AsyncConfirmDialog];

function Frame({ area, children }: { area: Area; children: ReactNode }) {
  const wide = useIsWide();
  const [menuOpen, setMenuOpen] = useState(false);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  useGoToKeys(area);
  usePrefetched(OVERLAYS);
  useShellGone();
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        onClick={(event) => {
          // The router would treat the fragment as a navigation and focus the heading.
          event.preventDefault();
          main.current?.focus();
        }}
        data-ground
        className="sr-only z-50 rounded-control bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {frameTexts.skip}
      </a>
      {wide && (
        <aside className="sticky top-0 h-dvh w-[232px] shrink-0 border-r border-line bg-sunken print:hidden">
          <Sidebar area={area} />
        </aside>
      )}
      {!wide && (
        <Drawer
          side="left"
          isOpen={menuOpen}
          onClose={() => setMenuOpen(false)}
          title={navigationTexts.mainNavigation}
          hideHead
        >
          <Sidebar area={area} onNavigate={() => setMenuOpen(false)} />
        </Drawer>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar area={area} wide={wide} onMenu={() => setMenuOpen(true)} onSearch={() => setPaletteOpen(true)} />
        <main
          ref={main}
          id="content"
          tabIndex={-1}
          className="w-full max-w-[1440px] flex-1 px-3 pt-5 pb-[calc(6rem+var(--toast-stack,0px))] outline-none [--sticky-top:3.25rem] has-data-wide:max-w-[1680px] sm:px-6 sm:pb-[calc(2.5rem+var(--toast-strip,0px))] lg:[--sticky-top:3rem] print:max-w-none! print:p-0"
        >
          {children}
        </main>
      </div>
      <StepUpPrompt />
      <CommandPalette area={area} isOpen={paletteOpen} onOpenChange={setPaletteOpen} />
    </div>
  );
}
