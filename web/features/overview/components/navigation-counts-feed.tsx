// Renders nothing; fills the counts of the navigation on every page of an area (fetched by ui/lazy-feed).
import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  isNavigationCountKnown,
  type QueueWords,
  useNavigationCount,
  useQueueCount,
} from "#web/lib/frame/frame-figures.ts";
import { frameFigureTexts } from "#web/texts/frame-figures.sv.ts";
import {
  getAdministratorCountQueryOptions,
  getControllerCountQueryOptions,
  getDoorAlarmCountQueryOptions,
  getListedPeopleCountQueryOptions,
  getNearMissCountQueryOptions,
  getOrganizationCountQueryOptions,
} from "../api/get-counts.ts";

const FRESH_MS = 60_000;

export function SystemCountsFeed() {
  useFedCount("/system-admin/organizations", getOrganizationCountQueryOptions(), (count) => count);
  useFedCount("/system-admin/controllers", getControllerCountQueryOptions(), ({ all }) => all);
  useFedCount("/system-admin/end-users", getListedPeopleCountQueryOptions(), (count) => count);
  useQueueFeed("/system-admin/doors", getDoorAlarmCountQueryOptions(), frameFigureTexts.alarms);
  useQueueFeed("/system-admin/plates", getNearMissCountQueryOptions(), frameFigureTexts.unclear);
  useFedCount("/system-admin/admins", getAdministratorCountQueryOptions(), ({ system }) => system);
  return null;
}

export function OrganizationCountsFeed() {
  useQueueFeed("/org-admin/doors", getDoorAlarmCountQueryOptions(), frameFigureTexts.alarms);
  useQueueFeed("/org-admin/plates", getNearMissCountQueryOptions(), frameFigureTexts.unclear);
  useFedCount("/org-admin/end-users", getListedPeopleCountQueryOptions(), (count) => count);
  return null;
}

/** Publishes a queue's count, read repeatedly, because a queue grows while nobody looks at it. */
function useQueueFeed<Key extends QueryKey>(
  path: string,
  query: UseQueryOptions<number, Error, number, Key>,
  words: QueueWords,
): void {
  const { data } = useQuery({ ...query, refetchInterval: FRESH_MS });
  useQueueCount(path, data, words);
}

/** Publishes a list's count, unless the list is open and has published its own. */
function useFedCount<Data, Key extends QueryKey>(
  path: string,
  query: UseQueryOptions<Data, Error, Data, Key>,
  figure: (data: Data) => number,
): void {
  const [isFed] = useState(() => !isNavigationCountKnown(path));
  const { data } = useQuery({ ...query, enabled: isFed, staleTime: FRESH_MS });
  useNavigationCount(path, data === undefined ? undefined : figure(data));
}
