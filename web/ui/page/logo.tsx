import { cx } from "#web/lib/cx.ts";

/** Shows the portal's logo: a door ajar on ink. */
export function Logo({ size = "md" }: { size?: "md" | "lg" }) {
  const large = size === "lg";
  return (
    <span
      aria-hidden
      className={cx(
        "inline-flex shrink-0 items-center justify-center bg-ink text-canvas forced-colors:border",
        large ? "size-10 rounded-card" : "size-[26px] rounded-chip",
      )}
    >
      <svg
        viewBox="0 0 24 24"
        className={large ? "size-[22px]" : "size-[15px]"}
        fill="none"
        stroke="currentColor"
        strokeWidth={2.25}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M13 4h3a2 2 0 0 1 2 2v14M2 20h3M13 20h9M10 12v.01M13 4.562v16.157a1 1 0 0 1-1.242.97L5 20V5.562a2 2 0 0 1 1.515-1.94l4-1A2 2 0 0 1 13 4.561Z" />
      </svg>
    </span>
  );
}
