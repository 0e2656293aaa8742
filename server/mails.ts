// Every mail of the portal, by the domain that sends it.
import { credentialsMail, invitationMail, welcomeMail } from "./administrators/mails.ts";
import { alertMail } from "./alerts/mails.ts";
import {
  emailChangeMail,
  emailChangeNoticeMail,
  mfaChangedMail,
  passwordChangedMail,
  reauthenticationMail,
  recoveryMail,
} from "./auth/mails.ts";
import { noticeMail, testMailTemplate } from "./notices/mails.ts";
import { codeHandoverMail } from "./people/mails.ts";
import type { MailTemplate } from "./platform/mail/mail-template.ts";

export const MAILS: readonly MailTemplate[] = [
  welcomeMail,
  credentialsMail,
  invitationMail,
  recoveryMail,
  emailChangeMail,
  emailChangeNoticeMail,
  passwordChangedMail,
  mfaChangedMail,
  reauthenticationMail,
  codeHandoverMail,
  alertMail,
  noticeMail,
  testMailTemplate,
];
