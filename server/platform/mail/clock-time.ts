const clock = new Intl.DateTimeFormat("sv-SE", { dateStyle: "long", timeStyle: "short", timeZone: "Europe/Stockholm" });

/** Returns "2 augusti 2026 kl. 14:05". */
export function clockTime(iso: string): string {
  return clock.format(new Date(iso));
}
