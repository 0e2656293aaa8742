// Swedish texts that the portal writes by itself: names of objects it creates, text messages, the reason for a paused sync.

export const FIRST_ADMIN_NAME = { firstName: "System", lastName: "Administratör" };
export const STANDARD_ORGANIZATION = {
  name: "Standardanläggning",
  description: "Skapades automatiskt när den första styrenheten registrerades.",
};
export const RECOVERY_CODES_NAME = "Återställningskoder";

export const jointProfileName = (doors: number): string => `Portal: ${doors} dörrar`;

/** The portal's own schedule on a door controller. */
export const ALL_HOURS_NAME = "Portal: alla tider";

/** A door's hours as a schedule on a door controller. */
export const HOURS_NAME = "Portal: öppettider";

export const codeByText = (digits: string): string => `${digits} är din kod till portalen. Lämna den aldrig vidare.`;

/** The database appends the time. */
export const RESTORED_FROM = "Återställd säkerhetskopia från ";

export const COMPARE_BUTTON = "Jämför nu";

/** The person whose code is tested after installation. */
export const TEST_PIN_NAME = { firstName: "Testkod", lastName: "Installation" };
