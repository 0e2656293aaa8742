// Any other path; a signed-in person keeps the frame.
import { HOME_OF_ROLE } from "#contract/roles.ts";
import { useShellGone } from "#web/lib/frame/app-shell.ts";
import { usePageEntered } from "#web/lib/page-entered.ts";
import { useSession } from "#web/lib/session/session.ts";
import { frameTexts } from "#web/texts/frame.sv.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { GuardScreen } from "#web/ui/page/guard-screen.tsx";
import { Logo } from "#web/ui/page/logo.tsx";
import { OrgAdminLayout } from "./org-admin/layout.tsx";
import { SystemAdminLayout } from "./system-admin/layout.tsx";

const LAYOUTS = { system_admin: SystemAdminLayout, org_admin: OrgAdminLayout };

export function NotFoundPage() {
  const session = useSession();
  const person = session.status === "expired" ? session.last : session;
  if (person.status === "loading") return <GuardScreen />;
  if (person.status !== "signed-in") return <Unframed />;
  const Layout = LAYOUTS[person.role];
  return (
    <Layout>
      <NotFound />
    </Layout>
  );
}

function Unframed() {
  useShellGone();
  return (
    <main className="flex min-h-dvh flex-col justify-center bg-canvas">
      <NotFound />
    </main>
  );
}

function NotFound() {
  const session = useSession();
  const heading = usePageEntered(frameTexts.notFoundTitle);
  return (
    <div className="flex flex-col items-center px-6 py-24 text-center">
      <Logo size="lg" />
      <h1 ref={heading} tabIndex={-1} className="mt-6 text-balance text-h0 text-ink">
        {frameTexts.notFoundTitle}
      </h1>
      <p className="mt-1.5 mb-6 text-body text-ink-2">{frameTexts.notFoundHelp}</p>
      <ButtonLink variant="primary" href={session.status === "signed-in" ? HOME_OF_ROLE[session.role] : "/"}>
        {frameTexts.toStart}
      </ButtonLink>
    </div>
  );
}
