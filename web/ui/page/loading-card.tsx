import { LoadingWords, SkeletonBar, useSkeletonTime } from "#web/ui/skeleton.tsx";

/** Replaces cards that are loading: a slow page is not an empty one. */
export function LoadingCard() {
  const isSlow = useSkeletonTime(true);
  if (!isSlow) return null;
  return (
    <div aria-busy className="flex flex-col gap-3 rounded-card border border-line bg-surface px-4 py-5">
      <LoadingWords />
      <SkeletonBar className="w-1/4" />
      <SkeletonBar className="w-3/5" />
      <SkeletonBar className="w-2/5" />
    </div>
  );
}
