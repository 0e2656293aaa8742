import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import { StatCard } from "#web/ui/page/stat-card.tsx";
import { overviewTexts } from "../texts/overview.sv.ts";

export interface CountCardProps<Data, Key extends QueryKey> {
  icon: LucideIcon;
  label: string;
  href: string;
  query: UseQueryOptions<Data, Error, Data, Key>;
  figure: (data: Data) => number;
  unit: (data: Data) => string;
}

/** Shows a card that fetches its own count, so that a failure does not affect the others. */
export function CountCard<Data, Key extends QueryKey>(props: CountCardProps<Data, Key>) {
  const { icon, label, href, query: options, figure, unit } = props;
  const query = useQuery(options);
  const { data } = query;
  const value = data === undefined ? (query.isError ? null : undefined) : figure(data);
  return (
    <StatCard
      icon={icon}
      label={label}
      unit={data === undefined ? "" : unit(data)}
      href={href}
      value={value}
      failure={overviewTexts.failed}
    />
  );
}
