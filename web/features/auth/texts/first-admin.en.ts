import type { firstAdminTexts, invitationTexts } from "./first-admin.sv.ts";

export const firstAdmin: typeof firstAdminTexts = {
  title: "Create system administrator",
  subtitle: "The portal is new and has no administrator yet. This account may manage everything.",
  firstName: "First name",
  lastName: "Last name",
  repeat: "Repeat the password",
  repeatDiffers: "The passwords are not the same",
  passwordTooShort: "The password must be at least 6 characters",
  passwordHint: "A sentence of several words is easy to remember and hard to guess.",
  strength: {
    weak: "Weak. Add more words or characters.",
    fair: "Acceptable. More characters make it stronger.",
    strong: "Strong password.",
  },
  restore: "Restore a back-up",
  create: "Create account",
  creating: "Creating the account...",
  deadTitle: "The link no longer works",
  toLogin: "To the sign-in page",
};

export const invitation: typeof invitationTexts = {
  title: "Choose your password",
  subtitle: (email) => `You then sign in with ${email}.`,
  tooShort: "The password must be at least 6 characters",
  save: "Save and sign in",
  saving: "Saving...",
};
