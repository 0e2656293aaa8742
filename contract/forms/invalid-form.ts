/** The specification's sentence (section 5), for the page's check and the server's. */
export const INVALID_FORM_TEXT = "Formuläret innehåller felaktiga värden. Kontrollera alla fält.";
