// The app shell: the sign-in page's head or an area's frame, rendered into index.html at build time in both languages.
// before-paint.js chooses one; lib/frame/app-shell.ts removes it when the real page renders. Screen readers only hear
// that the page is loading.
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { LANGUAGES } from "#contract/language.ts";
import { auth } from "#web/features/auth/texts/auth.en.ts";
import { authTexts } from "#web/features/auth/texts/auth.sv.ts";
import { overview } from "#web/features/overview/texts/overview.en.ts";
import { overviewTexts } from "#web/features/overview/texts/overview.sv.ts";
import { syncStatus } from "#web/features/reconcile/texts/sync-status.en.ts";
import { syncTexts } from "#web/features/reconcile/texts/sync-status.sv.ts";
import { frame } from "#web/texts/frame.en.ts";
import { frameTexts } from "#web/texts/frame.sv.ts";
import { words as englishWords } from "#web/texts/words.en.ts";
import { words } from "#web/texts/words.sv.ts";
import { Note } from "#web/ui/note.tsx";
import { Logo } from "#web/ui/page/logo.tsx";
import { StatGrid } from "#web/ui/page/stat-card.tsx";
import { SkeletonBar } from "#web/ui/skeleton.tsx";

const SPOKEN = {
  sv: { auth: authTexts, frame: frameTexts, overview: overviewTexts, sync: syncTexts, words },
  en: { auth, frame, overview, sync: syncStatus, words: englishWords },
} as const;
type Spoken = (typeof SPOKEN)[keyof typeof SPOKEN];

/** Placeholder for the organisation's name, which this browser may remember (lib/frame/remembered-place.ts). */
const PLACE = "\u{fffc}";

/** Renders one text in every language; base.css shows the language of <html>. */
function Say({ text }: { text: (of: Spoken) => string }) {
  return LANGUAGES.map((language) => {
    const [before, after] = text(SPOKEN[language]).split(PLACE);
    return (
      <span key={language} lang={language}>
        {before}
        {after !== undefined && <span data-place={SPOKEN[language].words.portal} />}
        {after}
      </span>
    );
  });
}

function SignIn() {
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <div className="mx-auto flex w-full max-w-[360px] flex-1 flex-col justify-center px-4 py-10 sm:px-0">
        <Logo size="lg" />
        <p className="mt-4 text-h0 text-ink">
          <Say text={(of) => of.auth.title} />
        </p>
        <p className="mb-6 text-body text-ink-2">
          <Say text={(of) => of.auth.subtitle} />
        </p>
        <FieldBox label="w-14" />
        <FieldBox label="w-16" />
        <div className="h-10 rounded-control bg-active forced-colors:border" />
      </div>
      <div className="h-12" />
    </div>
  );
}

function FieldBox({ label }: { label: string }) {
  return (
    <div className="mb-4">
      <div className="flex h-6 items-center">
        <SkeletonBar className={label} />
      </div>
      <div className="h-10 rounded-control border border-line bg-surface" />
    </div>
  );
}

interface AreaFrameProps {
  title?: ReactNode;
  subtitle?: ReactNode;
  figures?: 2 | 3;
  note?: ReactNode;
}

function AreaFrame({ title, subtitle, figures, note }: AreaFrameProps) {
  return (
    <div className="flex min-h-dvh">
      <div className="hidden w-[232px] shrink-0 flex-col gap-6 border-r border-line bg-sunken p-2.5 lg:flex">
        <div className="flex items-center gap-2.5 pt-2 pl-2">
          <Logo />
          <SkeletonBar className="w-28" />
        </div>
        <div className="flex flex-col gap-6 px-2.5">
          <Bars widths={["w-24", "w-32", "w-24", "w-36", "w-28", "w-24"]} />
        </div>
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex h-13 shrink-0 items-center border-b border-line bg-canvas px-2 sm:px-4 lg:h-12 lg:px-6" />
        <div className="flex w-full max-w-[1440px] flex-1 flex-col gap-4 px-3 pt-5 sm:px-6">
          <div>
            <p className="min-h-6 text-h1 text-ink">{title ?? <SkeletonBar className="mt-2 w-40" />}</p>
            <p className="mt-0.5 text-cell text-ink-2">
              {subtitle ?? <SkeletonBar className="mt-3 w-64 max-w-full" />}
            </p>
          </div>
          {figures && (
            <StatGrid columns={figures}>
              {Array.from({ length: figures }, (_, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- drawn once, never again
                <div key={index} className={FIGURE} />
              ))}
            </StatGrid>
          )}
          {note}
          <div className="h-[320px] rounded-card border border-line bg-surface" />
        </div>
      </div>
    </div>
  );
}

/** Shows the org overview's line (features/reconcile/components/sync-line.tsx) before the first answer. */
function ReadingSyncStatus() {
  return LANGUAGES.map((language) => {
    const { sync } = SPOKEN[language];
    return (
      <div key={language} lang={language}>
        <Note tone="quiet" actions={[{ label: sync.title, href: "/org-admin/sync" }]}>
          {sync.lineReading}
        </Note>
      </div>
    );
  });
}

const FIGURE =
  "h-[85px] border-line bg-surface sm:h-[94px] sm:rounded-card sm:border phone:border-b phone:last:border-b-0";

function Bars({ widths }: { widths: readonly string[] }) {
  // oxlint-disable-next-line react/no-array-index-key -- drawn once, never again
  return widths.map((width, index) => <SkeletonBar key={index} className={width} />);
}

function Failed() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center bg-canvas px-6 text-center">
      <h1 className="text-h1 text-ink">
        <Say text={(of) => of.frame.crashTitle} />
      </h1>
      <p className="mt-1.5 mb-5 text-body text-ink-2">
        <Say text={(of) => of.frame.crashHelp} />
      </p>
      {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- this very address, whatever it is, once more */}
      <a href="" data-ground className="ring-focus rounded-control bg-accent px-4 py-2 text-on-accent">
        <Say text={(of) => of.frame.reload} />
      </a>
    </main>
  );
}

export function shellMarkup(): string {
  return renderToStaticMarkup(
    <>
      <div data-for="auth" aria-hidden>
        <SignIn />
      </div>
      <div data-for="system-admin" aria-hidden>
        <AreaFrame
          title={<Say text={(of) => of.overview.systemTitle} />}
          subtitle={<Say text={(of) => of.overview.systemSubtitle} />}
          figures={3}
        />
      </div>
      <div data-for="org-admin" aria-hidden>
        <AreaFrame
          title={<Say text={(of) => of.overview.orgTitle} />}
          subtitle={<Say text={(of) => of.overview.orgSubtitle(PLACE)} />}
          figures={2}
          note={<ReadingSyncStatus />}
        />
      </div>
      <div data-for="page" aria-hidden>
        <AreaFrame />
      </div>
      <div data-for="failed">
        <Failed />
      </div>
      <main data-for="loading" className="sr-only">
        <h1>
          <Say text={(of) => of.frame.loadingPage} />
        </h1>
      </main>
    </>,
  );
}
