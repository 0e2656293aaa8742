// What the portal writes in Swedish by itself, with nobody's request before it: names of things it makes, a code by text
// message, why the sync stands still.

export const FIRST_ADMIN_NAME = { firstName: "System", lastName: "Administratör" };
export const STANDARD_ORGANIZATION = {
  name: "Standardanläggning",
  description: "Skapades automatiskt när den första styrenheten registrerades.",
};
export const RECOVERY_CODES_NAME = "Återställningskoder";

export const jointProfileName = (doors: number): string => `Portal: ${doors} dörrar`;

export const codeByText = (digits: string): string => `${digits} är din kod till portalen. Lämna den aldrig vidare.`;

/** The moment is put after it by the database. */
export const RESTORED_FROM = "Återställd säkerhetskopia från ";

/** The button of Synkstatus that a console's advice names. */
export const COMPARE_BUTTON = "Jämför";
