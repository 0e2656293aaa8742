import { useQuery } from "@tanstack/react-query";
import { ABOUT_FILES } from "#contract/about-files.ts";
import type { About } from "#contract/functions/about.ts";
import { RetryNote } from "#web/ui/note.tsx";
import { SkeletonBar } from "#web/ui/skeleton.tsx";
import { aboutQueryOptions } from "../api/get-about.ts";
import { aboutTexts as t } from "../texts/about.sv.ts";
import { FactsCard } from "./facts-card.tsx";

/** Shows the portal's name and version, contacts, and the documents that were built with it. */
export function AboutCard() {
  const { data, isError, error, refetch } = useQuery(aboutQueryOptions);
  const shown = (of: (known: About) => string | null) => (data ? (of(data) ?? t.notStated) : <SkeletonBar />);
  const facts = [
    { name: t.version, value: shown(({ version }) => version) },
    { name: t.supportedUntil, value: shown(({ supported_until }) => supported_until) },
    { name: t.support, value: <Contact about={data} of={({ support_contact }) => support_contact} /> },
    { name: t.security, value: <Contact about={data} of={({ security_contact }) => security_contact} /> },
  ];
  return (
    <FactsCard title={t.title} facts={isError && !data ? [] : facts}>
      {isError && !data && (
        <RetryNote onRetry={refetch}>
          {t.failed} {error.message}
        </RetryNote>
      )}
      <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-cell">
        {(["licence", "notices", "sbom"] as const).map((file) => (
          <li key={file}>
            <Link href={`/${ABOUT_FILES[file]}`}>{t[file]}</Link>
          </li>
        ))}
      </ul>
    </FactsCard>
  );
}

function Contact({ about, of }: { about: About | undefined; of: (known: About) => string | null }) {
  if (!about) return <SkeletonBar />;
  const address = of(about);
  return address === null ? (
    <span>{t.notStated}</span>
  ) : (
    <Link href={address}>{address.replace(/^(?:mailto|tel):/, "")}</Link>
  );
}

/** Opens beside the page: its targets are documents and other programs. */
function Link({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="text-accent-ink underline">
      {children}
    </a>
  );
}
