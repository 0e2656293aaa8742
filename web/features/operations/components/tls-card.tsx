// Shows how browsers reach the portal encrypted, and how a device comes to trust the portal's own authority.
import { useQuery } from "@tanstack/react-query";
import { Download, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { OperationsStatus } from "#contract/functions/operations-status.ts";
import { ownWord } from "#contract/own-word.ts";
import { PORTAL_CERTIFICATE_DAYS, TLS_AUTHORITY_PATH } from "#contract/portal-certificate.ts";
import { formatDay } from "#web/lib/dates.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Segmented } from "#web/ui/choices/segmented.tsx";
import { CopyField } from "#web/ui/fields/copy-field.tsx";
import { Note } from "#web/ui/note.tsx";
import { getOperationsStatusQueryOptions } from "../api/get-operations-status.ts";
import { tlsTexts as t } from "../texts/tls.sv.ts";
import { type Fact, FactsCard } from "./facts-card.tsx";

type Tls = OperationsStatus["tls"];
const DAY_MS = 86_400_000;

export function TlsCard() {
  const { data } = useQuery(getOperationsStatusQueryOptions());
  if (!data) return null;
  const { tls } = data;
  return (
    <FactsCard title={t.title} facts={factsOf(tls)}>
      {tls.plain_outside && (
        <Note tone="fail" icon={TriangleAlert} className="mt-3">
          {t.plainOutside}
        </Note>
      )}
      {isEndingSoon(tls) && (
        <Note tone="fail" icon={TriangleAlert} className="mt-3">
          {t.endsSoon}
        </Note>
      )}
      {tls.trouble !== null && (
        <Note tone="fail" className="mt-3">
          {t.kept} {ownWord(t.troubles, tls.trouble)}
        </Note>
      )}
      {tls.authority && <Trust sha256={tls.authority.sha256} />}
    </FactsCard>
  );
}

/** The portal renews its own certificate; a person must renew certificate files. */
function isEndingSoon({ source, valid_to }: Tls): boolean {
  if (source !== "files" || valid_to === null) return false;
  return Date.parse(valid_to) - Date.now() <= PORTAL_CERTIFICATE_DAYS * DAY_MS;
}

function factsOf({ source, names, valid_to, redirect_port, authority }: Tls): Fact[] {
  const day = valid_to === null ? null : formatDay(valid_to);
  return [
    { name: t.how, value: t.sources[source] },
    ...(names.length > 0 ? [{ name: t.names, value: names.join(", ") }] : []),
    ...(day === null ? [] : [{ name: t.ends, value: source === "internal" ? t.renewed(day) : day }]),
    ...(redirect_port === null ? [] : [{ name: t.redirect, value: t.redirectFrom(redirect_port) }]),
    ...(authority ? [{ name: t.authority, value: t.authorityEnds(formatDay(authority.valid_to)) }] : []),
  ];
}

const PLATFORMS = ["windows", "macos", "ios", "android"] as const;
type Platform = (typeof PLATFORMS)[number];

function Trust({ sha256 }: { sha256: string }) {
  const [platform, setPlatform] = useState<Platform>("windows");
  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-line-soft pt-4 text-cell">
      <p className="text-ink-2">{t.trust}</p>
      <CopyField label={t.fingerprint} value={inPairs(sha256)} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ButtonLink href={TLS_AUTHORITY_PATH} icon={Download}>
          {t.download}
        </ButtonLink>
        <p className="min-w-0 break-words text-small text-ink-2">{t.openThere(location.origin + TLS_AUTHORITY_PATH)}</p>
      </div>
      <Segmented
        label={t.platform}
        segments={PLATFORMS.map((id) => ({ id, label: t.platforms[id] }))}
        value={platform}
        onChange={setPlatform}
        className="self-start phone:w-full"
      />
      <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-ink">
        {t.steps[platform].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
}

/** The fingerprint in the form that platforms show. */
const inPairs = (hex: string) => (hex.match(/../g) ?? []).join(":").toUpperCase();
