import { useLocation } from "@tanstack/react-router";
import { BookOpen, CircleUserRound, LogOut, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button, Link } from "react-aria-components";
import { HANDBOOK } from "#contract/handbook-address.ts";
import { cx } from "#web/lib/cx.ts";
import { type NavigationCount, useNavigationCounts } from "#web/lib/frame/frame-figures.ts";
import { usePlaceName } from "#web/lib/frame/place-name.ts";
import { signOut, useSignedIn } from "#web/lib/session/session.ts";
import { frameTexts } from "#web/texts/frame.sv.ts";
import { navigationTexts } from "#web/texts/navigation.sv.ts";
import { words } from "#web/texts/words.sv.ts";
import { Logo } from "#web/ui/page/logo.tsx";
import type { Area, NavigationItem } from "./navigation.ts";

const ROW =
  "ring-focus flex min-h-8 w-full items-center gap-2.5 rounded-chip border px-2.5 text-body transition-colors duration-100 coarse:min-h-11";
// Forced colours would draw the transparent border, so that every row looked selected.
const AWAY = "border-transparent forced-colors:border-[Canvas] text-ink-2 data-hovered:bg-hover data-hovered:text-ink";
const HERE = "border-nav-selected-line bg-nav-selected font-strong text-ink";

export function Sidebar({ area, onNavigate }: { area: Area; onNavigate?: () => void }) {
  const person = useSignedIn();
  const place = usePlaceName();
  const main = area.items.filter((item) => item.group === undefined);
  const operation = area.items.filter((item) => item.group === "operation");
  return (
    <div className="flex h-full flex-col gap-4 overflow-y-auto p-2.5">
      <div className="flex items-center gap-2.5 pt-2 pl-2">
        <Logo />
        <div className="min-w-0">
          <p className="truncate text-body font-bold text-ink" title={place}>
            {place}
          </p>
          <p className="truncate text-meta text-ink-2">{words[area.name]}</p>
        </div>
      </div>
      <nav aria-label={navigationTexts.mainNavigation} className="flex flex-col gap-4">
        <List items={main} onNavigate={onNavigate} />
        <div>
          <h2 id="operation-heading" className="mb-1 px-2.5 text-small text-ink-3">
            {navigationTexts.operation}
          </h2>
          <List items={operation} labelledBy="operation-heading" onNavigate={onNavigate} />
        </div>
      </nav>
      <div aria-hidden className="-my-2 min-h-0 flex-1" />
      <div className="border-t border-line pt-3">
        <p className="sr-only">{navigationTexts.signedInAs}</p>
        <p className="truncate px-2.5 text-small text-ink" title={person.email}>
          {person.email}
        </p>
        <p className="mb-1.5 truncate px-2.5 text-meta text-ink-2">
          {person.role === "system_admin" ? words.systemAdmin : words.orgAdmin}
        </p>
        <NavLink to={area.account} icon={CircleUserRound} onNavigate={onNavigate}>
          {frameTexts.account}
        </NavLink>
        <HandbookLink />
        <Button onPress={() => void signOut()} className={cx(ROW, AWAY)}>
          <LogOut aria-hidden size={16} className="shrink-0" />
          {frameTexts.signOut}
        </Button>
      </div>
    </div>
  );
}

function List({
  items,
  labelledBy,
  onNavigate,
}: {
  items: readonly NavigationItem[];
  labelledBy?: string;
  onNavigate: (() => void) | undefined;
}) {
  const counts = useNavigationCounts();
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets
    <ul role="list" aria-labelledby={labelledBy} className="flex flex-col gap-0.5">
      {items.map((item) => (
        <li key={item.to}>
          <NavLink to={item.to} icon={item.icon} exact={item.exact} count={counts[item.to]} onNavigate={onNavigate}>
            {item.label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

function NavLink(props: {
  to: string;
  icon: LucideIcon;
  exact?: boolean | undefined;
  count?: NavigationCount | undefined;
  onNavigate: (() => void) | undefined;
  children: ReactNode;
}) {
  const { to, icon: Icon, exact, count, onNavigate, children } = props;
  const { pathname } = useLocation();
  const here = exact ? pathname === to || pathname === `${to}/` : pathname.startsWith(to);
  return (
    <Link
      href={to}
      aria-current={here ? "page" : "false"}
      {...(onNavigate ? { onPress: onNavigate } : {})}
      className={cx(ROW, here ? HERE : AWAY)}
    >
      <Icon aria-hidden size={16} className="shrink-0" />
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {count && <Count {...count} />}
    </Link>
  );
}

/** Leads to the chapter about the page that is shown, in a tab of its own: nobody loses a form by reading. */
function HandbookLink() {
  const { pathname } = useLocation();
  return (
    <Link href={`${HANDBOOK}?from=${pathname}`} target="_blank" className={cx(ROW, AWAY)}>
      <BookOpen aria-hidden size={16} className="shrink-0" />
      {frameTexts.handbook}
    </Link>
  );
}

/** Shows a count. One that waits for somebody has its own background and words, so that it is not taken for a number of rows. */
function Count({ figure, waits }: NavigationCount) {
  if (waits === undefined) return <span className="tabular text-meta font-normal text-ink-2">{figure}</span>;
  return (
    <span
      data-ground
      title={waits}
      className="tabular rounded-full bg-wait-soft px-1.5 text-meta font-medium text-wait-ink"
    >
      <span aria-hidden>{figure}</span>
      <span className="sr-only">{waits}</span>
    </span>
  );
}
