import { z } from "zod";
import { formatNumberIn } from "#contract/format-number.ts";
import { clockTime } from "#server/platform/mail/clock-time.ts";
import type { Block } from "#server/platform/mail/layout.ts";
import {
  DAY_SECONDS,
  HOUR_SECONDS,
  link,
  type MailContext,
  mailTemplate,
  note,
  portalAddress,
  text,
} from "#server/platform/mail/mail-template.ts";

const at = z.iso.datetime();

const mfaChange = z.enum([
  "factor_added",
  "factor_removed",
  "recovery_codes_made",
  "recovery_codes_removed",
  "recovery_code_used",
  "factors_removed_by_administrator",
]);

export type MfaChange = z.infer<typeof mfaChange>;

export const recoveryMail = mailTemplate({
  name: "recovery",
  data: z.object({ link: portalAddress, minutes: z.number().int().positive() }),
  lifeSeconds: HOUR_SECONDS,
  compose: (data, { publicUrl }) => ({
    subject: "Återställ ditt lösenord",
    preview: "Länken till ett nytt lösenord.",
    heading: "Återställ lösenordet",
    blocks: [
      text("Någon, förhoppningsvis du, bad om att få välja ett nytt lösenord till Webbportal."),
      link("Välj nytt lösenord", data.link, publicUrl),
      note(
        `Länken gäller i ${formatNumberIn("sv", data.minutes)} minuter, fungerar en gång och ska öppnas i samma webbläsare som den begärdes i.`,
      ),
      note("Om det inte var du behöver du inte göra något. Lösenordet är oförändrat."),
    ],
  }),
});

/** Sent to the new address, so that only its reader can confirm the change. */
export const emailChangeMail = mailTemplate({
  name: "email_change",
  data: z.object({ link: portalAddress, minutes: z.number().int().positive(), email: z.string().max(255) }),
  lifeSeconds: HOUR_SECONDS,
  compose: (data, { publicUrl }) => ({
    subject: "Bekräfta din nya e-postadress",
    preview: "Bekräfta adressen, så börjar den gälla.",
    heading: "Bekräfta e-postadressen",
    blocks: [
      text(`Ett konto i Webbportal ska byta e-postadress till ${data.email}. Bekräfta, så gäller den för inloggning.`),
      link("Bekräfta e-postadressen", data.link, publicUrl),
      note(
        `Länken gäller i ${formatNumberIn("sv", data.minutes)} minuter och fungerar en gång. Till dess gäller den tidigare adressen.`,
      ),
      note("Om du inte har bytt adress kan du bortse från mailet."),
    ],
  }),
});

/** Sent to the old address, on request and on completion, so that its owner notices a theft. */
export const emailChangeNoticeMail = mailTemplate({
  name: "email_change_notice",
  data: z.object({ /** The new one. */ email: z.string().max(255), confirmed: z.boolean() }),
  lifeSeconds: 7 * DAY_SECONDS,
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
});

export const passwordChangedMail = mailTemplate({
  name: "password_changed",
  data: z.object({ at }),
  lifeSeconds: 7 * DAY_SECONDS,
  compose: (data, context) => ({
    subject: "Ditt lösenord har ändrats",
    preview: "Var det inte du? Kontakta en systemadministratör.",
    heading: "Lösenordet har ändrats",
    blocks: [
      text(`Lösenordet till ditt konto i Webbportal ändrades ${clockTime(data.at)}. Andra inloggningar har avslutats.`),
      ...notYou(context),
    ],
  }),
});

export const mfaChangedMail = mailTemplate({
  name: "mfa_changed",
  data: z.object({ at, change: mfaChange, name: z.string().max(100) }),
  lifeSeconds: 7 * DAY_SECONDS,
  compose: (data, context) => ({
    subject: "Tvåstegsverifieringen har ändrats",
    preview: "Var det inte du? Kontakta en systemadministratör.",
    heading: "Tvåstegsverifieringen har ändrats",
    blocks: [text(`${mfaSentence(data.change, data.name)} Det skedde ${clockTime(data.at)}.`), ...notYou(context)],
  }),
});

/** Re-authentication digits, not in subject or preview, which locked screens show. */
export const reauthenticationMail = mailTemplate({
  name: "reauthentication",
  data: z.object({ code: z.string().max(20), minutes: z.number().int().positive() }),
  lifeSeconds: HOUR_SECONDS,
  compose: (data, context) => ({
    subject: "Din kod till Webbportal",
    preview: "Koden bekräftar att det är du.",
    heading: "Bekräfta att det är du",
    blocks: [
      { kind: "values", rows: [{ label: "Kod", value: data.code, secret: true }] },
      note(
        `Koden gäller i ${formatNumberIn("sv", data.minutes)} minuter och fungerar en gång. Lämna den inte till någon.`,
      ),
      ...notYou(context),
    ],
  }),
});

function notYou({ publicUrl }: MailContext): Block[] {
  return [
    note("Om det var du behöver du inte göra något."),
    note(
      `Om det inte var du: byt lösenord genast på ${publicUrl}/auth och kontakta en systemadministratör. Någon annan kan ha kommit åt ditt konto.`,
    ),
  ];
}

function mfaSentence(change: MfaChange, name: string): string {
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
