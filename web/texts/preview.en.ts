import type { previewTexts } from "./preview.sv.ts";

export const preview: typeof previewTexts = {
  title: "After you save",
  subtitle: "Counted just now. Nothing has changed yet.",
  figures: {
    gain: "gaining access",
    lose: "losing access",
    hours: "with other hours",
    dates: "with other dates",
  },
  gain: (people, when) => `Gaining access, ${when}: ${people}`,
  lose: (people) => `Losing access: ${people}`,
  hours: (people, old, what) => `Other hours, ${old} → ${what}: ${people}`,
  sameName: (people, schedule) => `Other hours, ${schedule} changes: ${people}`,
  dates: (people) => `Other dates: ${people}`,
  changedDates: (people, old, what) => `Other dates, ${old} → ${what}: ${people}`,
  always: "always",
  both: " and ",
  within: (rights, schedule) => `${rights}, within the door's hours ${schedule}`,
  from: (hours, day) => `${hours} from ${day}`,
  until: (hours, day) => `${hours} until ${day}`,
  showNames: "Show all names",
  morePlaces: (places, isOne) => (isOne ? `And ${places} more door or gate.` : `And ${places} more doors and gates.`),
  waiting: (people, isOne) =>
    isOne
      ? `The PIN of ${people} person is compared first with those of others at a controller that is shared, and opens once that is done.`
      : `The PINs of ${people} people are compared first with those of others at a controller that is shared, and open as that is done.`,
  nobody: "Nobody gains or loses any door or gate.",
  counting: "Counting what the change does...",
  failed:
    "What the change does could not be counted. Nothing has changed. You can save anyway, or go back and try again.",
  saveAnyway: "Save anyway",
};
