import type { authTexts, providerProblems as providerProblemsSwedish } from "./auth.sv.ts";

export const auth: typeof authTexts = {
  title: "Sign in",
  subtitle: "Manage doors and gates",
  email: "Email",
  password: "Password",
  signIn: "Sign in",
  signingIn: "Signing in...",
  sessionEnded: "Your session has ended. Sign in again to return to the page.",
  wrongLogin: "Invalid login credentials",
  emailRequired: "Enter your email address",
  emailInvalid: "Invalid email address",
  passwordRequired: "Enter your password",

  changeTitle: "Choose a password of your own",
  changeHelp: (email) => `The password for ${email} is temporary. Choose one of your own to get in.`,
  recoverTitle: "Choose a new password",
  recoverHelp: (email) => `The new password for ${email} applies at once. Other sessions are ended.`,
  newPassword: "New password",
  savePassword: "Save and continue",
  passwordSaved: "The password has been changed",
  mailedCode: "Code from the email",
  mailedCodeRequired: "Enter the code from the email",
  mailedCodeHint: (email) =>
    `It has been a while since you confirmed that it was you. We have sent a code to ${email}.`,

  linkDeadTitle: "The link no longer works",
  linkDead:
    "The link has been used already or is too old. Request a new one, which is valid for 60 minutes. The password is unchanged.",
  linkElsewhereTitle: "Open the link in the right browser",
  linkElsewhere:
    "For security, the link works only in the browser where you requested it. Open it there, or request a new link from here.",
  requestLink: "Request a new link",
  toLogin: "To the sign-in page",
  providerTitle: "The sign-in did not go through",

  emailChangeTitle: "Confirm your new email address",
  emailChangeHelp: "When you have confirmed, you sign in with the new address. Until then the current one applies.",
  confirmEmail: "Confirm the email address",
  confirmingEmail: "Confirming...",
  emailChangedTitle: "The email address has been confirmed",
  emailChanged: (email) => `From now on you sign in with ${email}.`,
  emailLinkDead:
    "The link has been used already or is too old. The current address still applies. Request the change again under My account.",
  stopNoticesTitle: "Turn the emails off",
  stopNoticesHelp: "Emails about your doors and gates will stop. You can turn them on again under My account.",
  stopNotices: "Turn off",
  stoppingNotices: "Turning off...",
  noticesStopped: {
    refused: "You get no more emails about refused tries.",
    door_alarm: "You get no more emails about doors in alarm.",
  },
  noticesStoppedTitle: "The emails are turned off",
  onwards: "Continue",

  or: "or",
  signInWith: (provider) => `Sign in with ${provider}`,

  stepTitle: "Confirm to go on",
  stepHelp: "What you have typed is kept.",
  againTitle: "Sign in again",
  againEnded: "The session has expired.",
  againHelp: (why, email) => `${why} What you have typed is kept. Sign in as ${email} to go on.`,

  forgot: "Forgot your password?",
  forgotTitle: "Reset password",
  forgotHelp: "Enter your email address and we will send you a link to choose a new password.",
  sendLink: "Send link",
  sendingLink: "Sending...",
  mailMissing:
    "Email is not set up on the server, so no email will arrive until it is. Ask a system administrator for help.",
  sentTitle: "Email sent",
  sentText: "Check your email for instructions on how to reset the password",
};

export const providerProblems: typeof providerProblemsSwedish = {
  signup_disabled: "The sign-in is not linked to any account in the portal. Contact an administrator.",
  provider_email_needs_verification:
    "The sign-in is not linked to any account. Sign in with your password and link it under My account.",
  bad_oauth_state: "Signing in took too long. Try again.",
  bad_oauth_callback: "Signing in was interrupted or could not be confirmed. Try again.",
  oauth_provider_not_supported: "This portal does not have that way to sign in.",
  identity_already_exists: "The sign-in is linked to an account already.",
  user_banned: "The account is blocked. Contact a system administrator.",
  over_request_rate_limit: "Too many attempts. Wait a while and try again.",
  service_unavailable: "The sign-in service is not answering right now. Try again in a while.",
  else: "Try again, or sign in with your password.",
};
