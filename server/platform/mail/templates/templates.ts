import { z } from "zod";
import { alertEmailData, composeAlertEmail } from "./alert.ts";
import { clockTime } from "./clock-time.ts";
import { codeHandoverData, composeCodeHandover } from "./code-handover.ts";
import type { Block, Email } from "./layout.ts";

export interface EmailContext {
  /** Public URL without a trailing slash; prefix of every link. */
  publicUrl: string;
}

interface Template<Schema extends z.ZodType> {
  data: Schema;
  /** Seconds after which it is no longer sent. */
  lifeSeconds: number;
  compose(data: z.output<Schema>, context: EmailContext): Omit<Email, "origin">;
}

function template<Schema extends z.ZodType>(definition: Template<Schema>): Template<Schema> {
  return definition;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Absolute; `link` below refuses other hosts. */
const address = z.url({ protocol: /^https?$/ }).max(2000);
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

const mfaChange = z.enum([
  "factor_added",
  "factor_removed",
  "recovery_codes_made",
  "recovery_codes_removed",
  "recovery_code_used",
  "factors_removed_by_administrator",
]);

export const TEMPLATES = {
  /** First sign-in of a new administrator, with a temporary password. */
  welcome: template({
    data: account,
    lifeSeconds: DAY,
    compose: (data, context) => ({
      subject: "Välkommen till Webbportal",
      preview: `Du är nu administratör${of(data.organization)}.`,
      heading: `Välkommen, ${data.name}`,
      blocks: [
        text(`Du är nu administratör${of(data.organization)} i portalen för dörrar och grindar.`),
        ...credentials(data, context),
      ],
    }),
  }),
  credentials: template({
    data: account,
    lifeSeconds: DAY,
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
  }),
  /** A link to choose a password, so that no lasting secret is mailed. */
  invitation: template({
    data: z.object({
      name,
      organization: z.string().max(250).nullable(),
      email: z.string().max(255),
      link: address,
      until: at,
    }),
    lifeSeconds: 7 * DAY,
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
  }),
  recovery: template({
    data: z.object({ link: address, minutes: z.number().int().positive() }),
    lifeSeconds: HOUR,
    compose: (data, { publicUrl }) => ({
      subject: "Återställ ditt lösenord",
      preview: "Länken till ett nytt lösenord.",
      heading: "Återställ lösenordet",
      blocks: [
        text("Någon, förhoppningsvis du, bad om att få välja ett nytt lösenord till Webbportal."),
        link("Välj nytt lösenord", data.link, publicUrl),
        note(
          `Länken gäller i ${data.minutes} minuter, fungerar en gång och ska öppnas i samma webbläsare som den begärdes i.`,
        ),
        note("Om det inte var du behöver du inte göra något. Lösenordet är oförändrat."),
      ],
    }),
  }),
  /** To the new address: only its reader may confirm it. */
  email_change: template({
    data: z.object({ link: address, minutes: z.number().int().positive(), email: z.string().max(255) }),
    lifeSeconds: HOUR,
    compose: (data, { publicUrl }) => ({
      subject: "Bekräfta din nya e-postadress",
      preview: "Bekräfta adressen, så börjar den gälla.",
      heading: "Bekräfta e-postadressen",
      blocks: [
        text(
          `Ett konto i Webbportal ska byta e-postadress till ${data.email}. Bekräfta, så gäller den för inloggning.`,
        ),
        link("Bekräfta e-postadressen", data.link, publicUrl),
        note(`Länken gäller i ${data.minutes} minuter och fungerar en gång. Till dess gäller den tidigare adressen.`),
        note("Om du inte har bytt adress kan du bortse från mailet."),
      ],
    }),
  }),
  /** To the old address, on request and on completion, so that its owner notices a theft. */
  email_change_notice: template({
    data: z.object({ /** The new one. */ email: z.string().max(255), confirmed: z.boolean() }),
    lifeSeconds: 7 * DAY,
    compose: ({ email, confirmed }, context) => ({
      subject: confirmed
        ? "E-postadressen till ditt konto har ändrats"
        : "Någon vill ändra e-postadressen till ditt konto",
      preview: "Var det inte du? Kontakta en systemadministratör.",
      heading: confirmed ? "E-postadressen har ändrats" : "Ny e-postadress begärd",
      blocks: [
        text(
          confirmed
            ? `E-postadressen till ditt konto i Webbportal är nu ${email}. Den här adressen gäller inte längre för inloggning.`
            : `Någon, förhoppningsvis du, vill byta e-postadress till ${email} för ditt konto i Webbportal. Den börjar gälla när den har bekräftats.`,
        ),
        ...notYou(context),
      ],
    }),
  }),
  password_changed: template({
    data: z.object({ at }),
    lifeSeconds: 7 * DAY,
    compose: (data, context) => ({
      subject: "Ditt lösenord har ändrats",
      preview: "Var det inte du? Kontakta en systemadministratör.",
      heading: "Lösenordet har ändrats",
      blocks: [
        text(
          `Lösenordet till ditt konto i Webbportal ändrades ${clockTime(data.at)}. Andra inloggningar har avslutats.`,
        ),
        ...notYou(context),
      ],
    }),
  }),
  mfa_changed: template({
    data: z.object({ at, change: mfaChange, name: z.string().max(100) }),
    lifeSeconds: 7 * DAY,
    compose: (data, context) => ({
      subject: "Tvåstegsverifieringen har ändrats",
      preview: "Var det inte du? Kontakta en systemadministratör.",
      heading: "Tvåstegsverifieringen har ändrats",
      blocks: [text(`${mfaSentence(data.change, data.name)} Det skedde ${clockTime(data.at)}.`), ...notYou(context)],
    }),
  }),
  /** Re-authentication digits, not in subject or preview, which locked screens show. */
  reauthentication: template({
    data: z.object({ code: z.string().max(20), minutes: z.number().int().positive() }),
    lifeSeconds: HOUR,
    compose: (data, context) => ({
      subject: "Din kod till Webbportal",
      preview: "Koden bekräftar att det är du.",
      heading: "Bekräfta att det är du",
      blocks: [
        { kind: "values", rows: [{ label: "Kod", value: data.code, secret: true }] },
        note(`Koden gäller i ${data.minutes} minuter och fungerar en gång. Lämna den inte till någon.`),
        ...notYou(context),
      ],
    }),
  }),
  /** A PIN for its owner; sent within an hour only, since it stands encrypted in the queue until then. */
  code_handover: template({ data: codeHandoverData, lifeSeconds: HOUR, compose: composeCodeHandover }),
  /** Problems of the installation; no person and no plate. */
  alert: template({
    data: alertEmailData,
    lifeSeconds: DAY,
    compose: (data, { publicUrl }) =>
      composeAlertEmail(data, (label, path) => link(label, `${publicUrl}${path}`, publicUrl)),
  }),
} as const;

export type TemplateName = keyof typeof TEMPLATES;
export type TemplateData<Name extends TemplateName> = z.input<(typeof TEMPLATES)[Name]["data"]>;

const ORIGINS = {
  sv: (host: string) => `Skickat av Webbportal på ${host}. Det går inte att svara på mailet.`,
  en: (host: string) => `Sent by Webbportal at ${host}. This email cannot be answered.`,
};

/** Renders an email from unknown data. Throws ZodError when the data are not the template's. */
export function composeEmail(templateName: TemplateName, data: unknown, context: EmailContext): Email {
  const chosen: Template<z.ZodType> = TEMPLATES[templateName];
  const composed = chosen.compose(chosen.data.parse(data), context);
  const { host } = new URL(context.publicUrl);
  return { ...composed, origin: ORIGINS[composed.language ?? "sv"](host) };
}

export function isTemplateName(text: string): text is TemplateName {
  return Object.hasOwn(TEMPLATES, text);
}

const text = (content: string): Block => ({ kind: "text", text: content });
const note = (content: string): Block => ({ kind: "note", text: content });

/** Returns a link; throws unless the URL leads to this portal, so that no input can send a reader elsewhere. */
function link(label: string, url: string, publicUrl: string): Block {
  if (new URL(url).origin !== new URL(publicUrl).origin) throw new Error("an email links to this portal only");
  return { kind: "link", label, url };
}

const of = (organization: string | null) => (organization === null ? "" : ` för ${organization}`);

function credentials(data: z.output<typeof account>, { publicUrl }: EmailContext): Block[] {
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

function notYou({ publicUrl }: EmailContext): Block[] {
  return [
    note("Om det var du behöver du inte göra något."),
    note(
      `Om det inte var du: byt lösenord genast på ${publicUrl}/auth och kontakta en systemadministratör. Någon annan kan ha kommit åt ditt konto.`,
    ),
  ];
}

function mfaSentence(change: z.output<typeof mfaChange>, name: string): string {
  const named = name === "" ? "" : ` ”${name}”`;
  switch (change) {
    case "factor_added":
      return `Ett andra steg${named} lades till för inloggning på ditt konto i Webbportal. Återställningskoder kan ha skapats samtidigt.`;
    case "factor_removed":
      return `Ett andra steg${named} togs bort från inloggningen på ditt konto i Webbportal.`;
    case "recovery_codes_made":
      return "Nya återställningskoder skapades för ditt konto i Webbportal. Tidigare koder gäller inte längre.";
    case "recovery_codes_removed":
      return "Återställningskoderna för ditt konto i Webbportal togs bort.";
    case "factors_removed_by_administrator":
      return "En systemadministratör tog bort tvåstegsverifieringen för ditt konto i Webbportal. Andra inloggningar har avslutats.";
    case "recovery_code_used":
      return "En återställningskod användes för att logga in på ditt konto i Webbportal.";
  }
}
