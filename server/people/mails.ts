// An email with a code for its user, in the language of the administrator who sends it. The code is never in subject or preview.
import { z } from "zod";
import { formatNumberIn } from "#contract/format-number.ts";
import { LANGUAGES } from "#contract/language.ts";
import { stockholmDay } from "#contract/stockholm.ts";
import { lastTimeOf } from "#contract/validity.ts";
import { validityWords as english } from "#contract/validity-words.en.ts";
import { validityWords as swedish } from "#contract/validity-words.sv.ts";
import { CODE_STANDINGS, wordValidity } from "#contract/word-validity.ts";
import type { Email } from "#server/platform/mail/layout.ts";
import { HOUR_SECONDS, mailTemplate, note, text } from "#server/platform/mail/mail-template.ts";

const codeHandoverData = z.object({
  language: z.enum(LANGUAGES),
  name: z.string().max(250),
  organization: z.string().max(250),
  code: z.string().max(20),
  doors: z.array(z.string().max(250)).max(200),
  /** Number of doors that are not named, because the queue's row is limited. */
  moreDoors: z.number().int().min(0),
  /** Says that the code works, or why not. */
  standing: z.enum(CODE_STANDINGS),
  from: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
});
type Data = z.output<typeof codeHandoverData>;

const WORDS = {
  sv: {
    subject: (organization: string) => `Din kod till ${organization}`,
    preview: "Koden är personlig.",
    hello: (name: string) => `Hej ${name}`,
    intro: (organization: string) => `Här är din kod till dörrarna hos ${organization}.`,
    code: "Kod",
    doors: "Dörrar",
    more: (count: number) => ` och ${formatNumberIn("sv", count)} till`,
    valid: "Gäller",
    validity: swedish,
    advice: "Koden är personlig. Lämna den inte vidare, och ta bort mailet när du har lärt dig koden.",
  },
  en: {
    subject: (organization: string) => `Your code for ${organization}`,
    preview: "The code is personal.",
    hello: (name: string) => `Hello ${name}`,
    intro: (organization: string) => `Here is your code for the doors of ${organization}.`,
    code: "Code",
    doors: "Doors",
    more: (count: number) => ` and ${formatNumberIn("en", count)} more`,
    valid: "Valid",
    validity: english,
    advice: "The code is personal. Do not pass it on, and delete this email when you know the code.",
  },
} as const;

/** A PIN for its owner. The email is sent within an hour or not at all, because the PIN stands encrypted in the queue until then. */
export const codeHandoverMail = mailTemplate({
  name: "code_handover",
  data: codeHandoverData,
  lifeSeconds: HOUR_SECONDS,
  compose: composeCodeHandover,
});

function composeCodeHandover(data: Data): Omit<Email, "origin"> {
  const { name, organization, code, doors, moreDoors } = data;
  const words = WORDS[data.language];
  return {
    language: data.language,
    subject: words.subject(organization),
    preview: words.preview,
    heading: words.hello(name),
    blocks: [
      text(words.intro(organization)),
      {
        kind: "values",
        rows: [
          { label: words.code, value: code, secret: true },
          ...(doors.length > 0
            ? [{ label: words.doors, value: doors.join(", ") + (moreDoors > 0 ? words.more(moreDoors) : "") }]
            : []),
          { label: words.valid, value: validity(data) },
        ],
      },
      note(words.advice),
    ],
  };
}

function validity({ language, standing, from, until }: Data): string {
  const begins = from === null ? null : stockholmDay(new Date(from));
  return wordValidity({ standing, from: begins, until: until === null ? null : end(until) }, WORDS[language].validity);
}

function end(until: string): string {
  const { day, clock } = lastTimeOf(new Date(until));
  return clock === null ? day : `${day} ${clock}`;
}
