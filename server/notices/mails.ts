// The email about doors and gates of one's organisation: one line for each place and person, however many tries there were. No code is in it,
// and no name in its subject or preview.
import { z } from "zod";
import { formatNumberIn } from "#contract/format-number.ts";
import { passageCauseSchema } from "#contract/functions/explain-passage.ts";
import { LANGUAGES, type Language, LOCALES } from "#contract/language.ts";
import { type NoticeKind, noticeKindSchema } from "#contract/notices.ts";
import * as english from "#contract/passage-causes.en.ts";
import * as swedish from "#contract/passage-causes.sv.ts";
import { TIME_ZONE } from "#contract/stockholm.ts";
import { STOP_NOTICES, STOP_NOTICES_PATH } from "#contract/stop-notices-link.ts";
import type { Email } from "#server/platform/mail/layout.ts";
import { DAY_SECONDS, HOUR_SECONDS, link, mailTemplate, text } from "#server/platform/mail/mail-template.ts";
import { LINES_MAX } from "./notices.store.ts";

const NAME_MAX = 100;
/** Part of the 5,000 characters of encrypted text. */
const ITEMS_MAX_BYTES = 2_600;

const noticeItem = z.object({
  source: z.enum(["door", "gate"]),
  /** The latest event, which the link opens. */
  id: z.uuid(),
  /** Why it was refused, or the alarm; null: not known. */
  what: z.union([passageCauseSchema, z.enum(["door_forced", "door_held_open"])]).nullable(),
  count: z.number().int().positive(),
  at: z.iso.datetime(),
  place: z.string().max(NAME_MAX).nullable(),
  who: z
    .string()
    .max(2 * NAME_MAX)
    .nullable(),
  isWeeklyCode: z.boolean(),
  plate: z
    .string()
    .max(NAME_MAX + 6)
    .nullable(),
  isOver: z.boolean().nullable(),
});
export type NoticeItem = z.output<typeof noticeItem>;

const noticeData = z.object({
  kind: noticeKindSchema,
  language: z.enum(LANGUAGES),
  organization: z.string().max(NAME_MAX),
  total: z.number().int().positive(),
  items: z.array(noticeItem).min(1).max(LINES_MAX),
  /** Number of lines that are not in the email. */
  more: z.number().int().min(0),
  stop: z.string().max(500),
});
type Data = z.output<typeof noticeData>;

export const noticeMail = mailTemplate({
  name: "notice",
  data: noticeData,
  lifeSeconds: DAY_SECONDS,
  compose: composeNotice,
});

/** Keeps the first items that fit into one row of the mail queue; the very first always stays. */
export function withinQueue(items: readonly NoticeItem[]): NoticeItem[] {
  let bytes = 0;
  return items.filter((item, at) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return at === 0 || bytes <= ITEMS_MAX_BYTES;
  });
}

const WORDS = {
  sv: {
    causes: swedish,
    subject: {
      refused: (count: string, one: boolean, place: string) =>
        one ? `Nekat försök: ${place}` : `Nekade försök: ${count}`,
      door_alarm: (count: string, one: boolean, place: string) =>
        one ? `Dörr i larm: ${place}` : `Larm från dörrar: ${count}`,
    },
    intro: {
      refused: (organization: string) => `Någon har nekats vid dörrar eller grindar hos ${organization}.`,
      door_alarm: (organization: string) => `Det gäller dörrar hos ${organization}.`,
    },
    alarms: { door_forced: "Öppnades utan kod", door_held_open: "Stod öppen för länge" },
    over: "Är i ordning igen.",
    stands: "Är det fortfarande.",
    tries: (count: string, time: string) => `${count} gånger, senast ${time}`,
    unknownPlace: "Okänd plats",
    weeklyCode: "Veckokod",
    show: { refused: "Visa varför", door_alarm: "Visa i loggen" },
    more: (count: string, one: boolean) => (one ? "En rad till står i loggen." : `${count} rader till står i loggen.`),
    log: "Öppna loggen",
    chosen: "Du har valt de här mailen under Mitt konto.",
    stop: "Stäng av dem",
  },
  en: {
    causes: english,
    subject: {
      refused: (count: string, one: boolean, place: string) =>
        one ? `Refused try: ${place}` : `Refused tries: ${count}`,
      door_alarm: (count: string, one: boolean, place: string) =>
        one ? `Door in alarm: ${place}` : `Alarms from doors: ${count}`,
    },
    intro: {
      refused: (organization: string) => `Somebody has been refused at doors or gates of ${organization}.`,
      door_alarm: (organization: string) => `This is about doors of ${organization}.`,
    },
    alarms: { door_forced: "Opened without a code", door_held_open: "Stood open for too long" },
    over: "Is in order again.",
    stands: "Still is.",
    tries: (count: string, time: string) => `${count} times, latest ${time}`,
    unknownPlace: "Unknown place",
    weeklyCode: "Weekly code",
    show: { refused: "Show why", door_alarm: "Show in the log" },
    more: (count: string, one: boolean) =>
      one ? "One more line is in the log." : `${count} more lines are in the log.`,
    log: "Open the log",
    chosen: "You have chosen these emails under My account.",
    stop: "Turn them off",
  },
} as const;

const TEST_WORDS = {
  sv: {
    subject: "Testmail från Webbportal",
    arrived: "Mail från portalen kommer fram till den här adressen.",
    nothing: "Du bad om det här mailet under Mitt konto eller Larminställningar. Du behöver inte göra något.",
    open: "Öppna portalen",
  },
  en: {
    subject: "Test email from Webbportal",
    arrived: "Emails from the portal reach this address.",
    nothing: "You asked for this email under My account or Alert settings. You need not do anything.",
    open: "Open the portal",
  },
} as const;

const LOG = "/org-admin/access-logs";
const LOG_OF: Record<NoticeKind, string> = { refused: `${LOG}?show=refused`, door_alarm: `${LOG}?log=doors` };

function composeNotice(data: Data, { publicUrl }: { publicUrl: string }): Omit<Email, "origin"> {
  const { kind, language, organization, total, items, more, stop } = data;
  const words = WORDS[language];
  const count = formatNumberIn(language, total);
  const subject = words.subject[kind](count, total === 1, items[0]?.place ?? words.unknownPlace);
  const token = encodeURIComponent(stop);
  return {
    language,
    subject,
    preview: organization,
    heading: subject,
    unsubscribe: `${publicUrl}${STOP_NOTICES_PATH}?token=${token}`,
    blocks: [
      text(words.intro[kind](organization)),
      {
        kind: "items",
        items: items.map((item) => ({
          title: titleOf(item, language),
          text: textOf(item, language),
          label: words.show[kind],
          url: `${publicUrl}${LOG}?passage=${item.id}`,
        })),
      },
      ...(more > 0 ? [text(words.more(formatNumberIn(language, more), more === 1))] : []),
      link(words.log, publicUrl + LOG_OF[kind], publicUrl),
      {
        kind: "note",
        text: words.chosen,
        link: { label: words.stop, url: `${publicUrl}/auth?${STOP_NOTICES}=${token}` },
      },
    ],
  };
}

function titleOf({ place, who, plate, isWeeklyCode }: NoticeItem, language: Language): string {
  const words = WORDS[language];
  return [place ?? words.unknownPlace, who ?? (isWeeklyCode ? words.weeklyCode : null), plate]
    .filter(Boolean)
    .join(" · ");
}

function textOf({ source, what, count, at, isOver }: NoticeItem, language: Language): string {
  const words = WORDS[language];
  const time = new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: TIME_ZONE,
  });
  const when = time.format(new Date(at));
  const times = count === 1 ? when : words.tries(formatNumberIn(language, count), when);
  if (what === "door_forced" || what === "door_held_open") {
    const now = isOver === null ? "" : ` ${isOver ? words.over : words.stands}`;
    return `${words.alarms[what]} · ${times}.${now}`;
  }
  if (what === null) return times;
  const { doorCauses, gateCauses } = words.causes;
  const causes = source === "gate" ? { ...doorCauses, ...gateCauses } : doorCauses;
  return `${times} · ${causes[what]}`;
}

/** Has no data but its language: nothing that a caller chooses. */
export const testMailTemplate = mailTemplate({
  name: "test",
  data: z.object({ language: z.enum(LANGUAGES) }),
  lifeSeconds: HOUR_SECONDS,
  compose: ({ language }, { publicUrl }) => {
    const { subject, arrived, nothing, open } = TEST_WORDS[language];
    return {
      language,
      subject,
      preview: arrived,
      heading: subject,
      blocks: [text(arrived), text(nothing), link(open, `${publicUrl}/auth`, publicUrl)],
    };
  },
});
