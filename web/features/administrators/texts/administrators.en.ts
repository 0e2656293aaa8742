import type { administratorsTexts } from "./administrators.sv.ts";

export const administrators: typeof administratorsTexts = {
  ofOrganization: (organization) => `Administrators for ${organization}`,
  emptyTitle: "No administrators found",
  emptyHelp: "Add the first one, so that the organisation can manage its users itself.",
  loadFailed: "The administrators could not be fetched.",
  email: "Email",
  you: "You",
  count: (total, isOne) => (isOne ? `${total} administrator` : `${total} administrators`),

  add: "Add administrator",
  editTitle: "Edit administrator",
  firstName: "First name",
  lastName: "Last name",
  password: "Password",
  passwordMade: "Leave empty and a temporary password is created.",
  passwordKept: "Leave empty to keep the current one. A new one is temporary and must be changed at the next sign-in.",
  ownPasswordKept: "Leave empty to keep the current one. If you change it, you are signed out on other devices.",
  orgAdminCreated: "Organisation administrator created",
  systemAdminCreated: "Administrator created",
  updated: "Administrator updated",
  deleted: "Administrator removed",

  sendCredentials: "Send sign-in details",
  sendCredentialsTo: (name) => `Send sign-in details to ${name}`,
  welcomeTitle: "Send a welcome email?",
  welcomeQuestion: (name, email) => `${name} can have the sign-in details sent to ${email}.`,
  welcomeYes: "Yes, send the email",
  welcomeNo: "No, not now",
  sending: "Sending...",
  mailHolds: "The email contains",
  invitation: "Invitation link",
  invitationHelp: "Recommended. The recipient chooses a password, and the link works once.",
  temporaryPassword: "Temporary password",
  temporaryPasswordHelp: "The password is in the email and must be changed at the first sign-in.",
  shownOnce: "Shown only now. The password is valid for one day.",
  welcomeSent: "Welcome email sent",

  credentialsTitle: "Send new sign-in details?",
  credentialsQuestion:
    "A new temporary password is created and replaces the current one. It is sent to the administrator by email.",
  credentialsConsequence: (name) => `${name} is signed out everywhere and needs the new password to get in.`,
  credentialsYes: "Send",
  credentialsSent: "Sign-in details sent",

  removeFactors: "Remove two-step verification",
  removeFactorsTitle: "Remove two-step verification?",
  removeFactorsQuestion:
    "For someone who has lost their phone, passkey and recovery codes. Do it only when you know who is asking.",
  removeFactorsConsequence: (name) =>
    `${name} is signed out everywhere, gets an email about it, and gets in with the password alone until a new second step is added.`,
  factorsRemoved: "Two-step verification is removed",

  deleteTitle: "Remove administrator",
  deleteQuestion: "Are you sure you want to remove this administrator? This cannot be undone.",
  deleteConsequence: (name) => `${name} is signed out at once and cannot sign in again.`,
  cannotDeleteSelf: "You cannot remove yourself",

  notConfigured: (email) =>
    `Email is not set up on the server. The email to ${email} is waiting and will be sent once it is. Hand over the details in another way meanwhile.`,
  queued: (email) =>
    `The mail server did not accept the email to ${email}. It will be sent as soon as possible. Hand over the details in another way if it is urgent.`,
  refused: (email) => `The mail server does not accept the address ${email}. Hand over the details in another way.`,
  notSent: (email) =>
    `The password has been changed, but the email to ${email} could not be sent. Hand over the new password in another way.`,

  alreadyRegistered: "The email address is already in use",
  emailInvalid: "Invalid email address",
  passwordWeak: "The password is too weak",
  createFailed: "Could not create the administrator",
  noSuccess: "The server answered with an error",
  updateFailed: "Could not update the administrator",
  passwordFailed: "Could not update the password",
  deleteFailed: "Could not remove the administrator",
  welcomeFailed: "Could not send the welcome email",
  resetFailed: "Could not reset the password",
  credentialsFailed: "Could not send the sign-in details",
};
