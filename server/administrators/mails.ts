import { z } from "zod";
import { clockTime } from "#server/platform/mail/clock-time.ts";
import type { Block } from "#server/platform/mail/layout.ts";
import {
  DAY_SECONDS,
  link,
  type MailContext,
  mailTemplate,
  note,
  portalAddress,
  text,
} from "#server/platform/mail/mail-template.ts";

const name = z.string().max(250);
const at = z.iso.datetime();

const account = z.object({
  name,
  /** Null for a system administrator. */
  organization: z.string().max(250).nullable(),
  email: z.string().max(255),
  password: z.string().max(200),
  until: at,
});

/** First sign-in of a new administrator, with a temporary password. */
export const welcomeMail = mailTemplate({
  name: "welcome",
  data: account,
  lifeSeconds: DAY_SECONDS,
  compose: (data, context) => ({
    subject: "Välkommen till Webbportal",
    preview: `Du är nu administratör${of(data.organization)}.`,
    heading: `Välkommen, ${data.name}`,
    blocks: [
      text(`Du är nu administratör${of(data.organization)} i portalen för dörrar och grindar.`),
      ...credentials(data, context),
    ],
  }),
});

export const credentialsMail = mailTemplate({
  name: "credentials",
  data: account,
  lifeSeconds: DAY_SECONDS,
  compose: (data, context) => ({
    subject: "Nya inloggningsuppgifter till Webbportal",
    preview: "Ditt tidigare lösenord gäller inte längre.",
    heading: "Nya inloggningsuppgifter",
    blocks: [
      text(
        `Hej ${data.name}. En administratör har gett dig ett nytt tillfälligt lösenord. Ditt tidigare lösenord gäller inte längre.`,
      ),
      ...credentials(data, context),
    ],
  }),
});

/** A link to choose a password, so that no lasting secret is mailed. */
export const invitationMail = mailTemplate({
  name: "invitation",
  data: z.object({
    name,
    organization: z.string().max(250).nullable(),
    email: z.string().max(255),
    link: portalAddress,
    until: at,
  }),
  lifeSeconds: 7 * DAY_SECONDS,
  compose: (data, { publicUrl }) => ({
    subject: "Inbjudan till Webbportal",
    preview: `Du är inbjuden som administratör${of(data.organization)}.`,
    heading: `Välkommen, ${data.name}`,
    blocks: [
      text(
        `Du har blivit inbjuden som administratör${of(data.organization)} i portalen för dörrar och grindar. Välj ett lösenord, så kan du logga in med ${data.email}.`,
      ),
      link("Välj lösenord", data.link, publicUrl),
      note(`Länken gäller till ${clockTime(data.until)} och fungerar en gång.`),
      note("Om du inte väntade på den här inbjudan kan du bortse från mailet."),
    ],
  }),
});

const of = (organization: string | null) => (organization === null ? "" : ` för ${organization}`);

function credentials(data: z.output<typeof account>, { publicUrl }: MailContext): Block[] {
  return [
    {
      kind: "values",
      rows: [
        { label: "E-post", value: data.email },
        { label: "Tillfälligt lösenord", value: data.password, secret: true },
      ],
    },
    link("Logga in", `${publicUrl}/auth`, publicUrl),
    note(`Lösenordet gäller till ${clockTime(data.until)}. När du loggar in får du välja ett eget.`),
  ];
}
