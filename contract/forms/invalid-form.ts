/** Said by the page over its own check and by the server over its own: one sentence of the specification (section 5). */
export const INVALID_FORM_TEXT = "Formuläret innehåller felaktiga värden. Kontrollera alla fält.";
