import { AUDIT_KINDS, type AuditKind, actionsOfKind } from "#contract/audit-actions.ts";
import { periodWindow } from "#web/lib/period.ts";

export interface AuditFilters {
  search: string;
  /** Null = all, here and below. */
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

/** Number of active filters: the search excluded, both dates as one. */
export function countActive({ actor, kind, organizationId, from, to }: AuditFilters): number {
  return [actor, kind, organizationId, from ?? to].filter((value) => value !== null).length;
}

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
