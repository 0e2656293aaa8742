import { AUDIT_KINDS, type AuditKind, actionsOfKind } from "#contract/audit-actions.ts";
import { addressDay, addressId, type ListAddress } from "#web/lib/lists/list-address.ts";
import { periodWindow } from "#web/lib/lists/period.ts";

export interface AuditFilters {
  search: string;
  /** Null means all, here and below. */
  actor: string | null;
  kind: AuditKind | null;
  organizationId: string | null;
  /** yyyy-MM-dd in Stockholm. */
  from: string | null;
  to: string | null;
}

export const NO_FILTERS: AuditFilters = {
  search: "",
  actor: null,
  kind: null,
  organizationId: null,
  from: null,
  to: null,
};

/** Returns the filters of an address, without the search, which waits for a pause in typing. */
export function filtersIn(address: ListAddress): Omit<AuditFilters, "search"> {
  const kind = address.read("kind");
  return {
    actor: addressId(address, "actor"),
    kind: kind !== null && isKind(kind) ? kind : null,
    organizationId: addressId(address, "organization"),
    from: addressDay(address, "from"),
    to: addressDay(address, "to"),
  };
}

/** Returns the address of the filters, from the first page. */
export function addressOf({ organizationId, search: _search, ...plain }: Partial<AuditFilters>) {
  return { ...plain, ...(organizationId !== undefined && { organization: organizationId }), page: null };
}

/** Counts active filters, without the search and with both dates as one. */
export function countActive({ actor, kind, organizationId, from, to }: AuditFilters): number {
  return [actor, kind, organizationId, from ?? to].filter((value) => value !== null).length;
}

/** Returns the arguments of the query. A kind is sent as its actions. */
export function pageArguments({ search, actor, kind, organizationId, from, to }: AuditFilters) {
  const { since, before } = periodWindow({ from, to });
  return {
    search,
    actor,
    actions: kind === null ? null : actionsOfKind(kind),
    organization_id: organizationId,
    since,
    before,
  };
}

export const isKind = (text: string): text is AuditKind => AUDIT_KINDS.some((kind) => kind === text);
