import type { authTexts } from "../auth.ts";

export const auth: typeof authTexts = {
  title: "Sign in",
  subtitle: "Manage doors and gates",
  email: "Email",
  password: "Password",
  signIn: "Sign in",
  signingIn: "Signing in...",
  signedIn: "Signed in",
  wrongLogin: "Wrong email address or password",
  emailRequired: "Enter your email address",
  emailInvalid: "Invalid email address",
  passwordRequired: "Enter your password",

  restrictedTitle: "One step left",
  restrictedHelp: (email) => `You are signed in as ${email}, but the account does not let you in yet.`,
  passwordChangeRequired: "The password is temporary. Choose a new one before you go on.",
  secondFactorRequired: "The account has two-step verification. Confirm with your code before you go on.",

  againTitle: "Sign in again",
  againHelp: (email) => `The session has expired. What you have typed is kept. Sign in as ${email} to go on.`,

  forgot: "Forgot your password?",
  forgotTitle: "Reset password",
  forgotHelp: "Enter your email address and we send you a link to choose a new password.",
  sendLink: "Send link",
  sendingLink: "Sending...",
  sentTitle: "Email sent",
  sentText: "Look in your email for how to reset the password",
};
