/** Swedish sentence of contract/forms or of the server → English. What is not here goes by its code (server-codes.ts). */
export const sentences: Record<string, string> = {
  // contract/forms
  "Ange ett heltal inom gränserna": "Enter a whole number within the limits",
  "Ange ett heltal inom gränserna, eller lämna tomt": "Enter a whole number within the limits, or leave it empty",
  "Ange en adress som börjar med https:// (eller http:// inom enheternas nät)":
    "Enter an address that begins with https:// (or http:// within the devices' networks)",
  "Adressen får vara högst 2000 tecken": "The address can have at most 2000 characters",
  "Utan https får larm bara skickas inom enheternas nät (DEVICE_NETWORKS). Ange en adress med https. Inget har sparats.":
    "Without https, alerts may only be sent within the devices' networks (DEVICE_NETWORKS). Enter an address with https. Nothing was saved.",
  "Adressen hör till molnleverantörens egna tjänster, som kan lämna ut nycklar, och anropas inte. Inget har ändrats på enheten. Finns en enhet just där kan driftansvarig ange adressen ensam i DEVICE_NETWORKS, med /32 eller /128.":
    "The address belongs to the cloud provider's own services, which can hand out keys, and is not called. Nothing has been changed on the device. If a device is right there, the operator can name the address alone in DEVICE_NETWORKS, with /32 or /128.",
  "Adressen leder till ett nät som portalen inte får anropa. Ange en annan adress. Inget har sparats.":
    "The address leads to a network that the portal may not call. Enter another address. Nothing was saved.",
  "Formuläret innehåller felaktiga värden. Kontrollera alla fält.": "The form has wrong values. Check all fields.",
  "Förnamn krävs": "Enter the first name",
  "Förnamn måste vara mindre än 100 tecken": "The first name must have fewer than 100 characters",
  "Efternamn krävs": "Enter the last name",
  "Efternamn måste vara mindre än 100 tecken": "The last name must have fewer than 100 characters",
  "E-postadressen får vara högst 255 tecken": "The email address can have at most 255 characters",
  "Ogiltig e-postadress": "Invalid email address",
  "Lösenordet måste vara minst 6 tecken": "The password must have at least 6 characters",
  "Lösenord måste vara minst 6 tecken": "The password must have at least 6 characters",
  "Port måste vara ett tal mellan 1 och 65535": "The port must be a number between 1 and 65535",
  "Namn krävs": "Enter the name",
  "Namnet får vara högst 100 tecken": "The name can have at most 100 characters",
  "Adress krävs": "Enter the address",
  "Adressen får vara högst 255 tecken": "The address can have at most 255 characters",
  "Användarnamn krävs": "Enter the user name",
  "Användarnamnet får vara högst 255 tecken": "The user name can have at most 255 characters",
  "Macro-ID får vara högst 255 tecken": "The macro ID can have at most 255 characters",
  "Lösenord krävs": "Enter the password",
  "Skriv lösenordet igen: adressen, porten eller typen är ändrad, och det sparade lösenordet skickas aldrig till en ny plats. Inget har sparats.":
    "Type the password again: the address, port or type is changed, and the stored password is never sent to a new place. Nothing was saved.",
  "Du har visat koder 20 gånger den senaste timmen, och fler visas inte nu. Inget har visats. Försök igen om en stund.":
    "You have had codes shown 20 times in the last hour, and no more are shown now. Nothing was shown. Try again in a while.",
  "Lösenordet får vara högst 1000 tecken": "The password can have at most 1000 characters",
  "Beskrivningen får vara högst 1000 tecken": "The description can have at most 1000 characters",
  "Välj verksamhet": "Choose the kind of organisation",
  "Ange ett helt antal dagar mellan 1 och 3650": "Enter a whole number of days between 1 and 3650",
  "Ändamålen får vara högst 4000 tecken": "The purposes can have at most 4000 characters",
  "Att släppa in den som har behörighet genom dörrar och grindar, att hindra andra, och att i efterhand kunna utreda passager.":
    "To let those with access in through doors and gates, to keep others out, and to be able to look into passages afterwards.",
  "Minst en behörighet måste väljas med korrekt information":
    "At least one credential must be chosen, with correct details",
  "Välj en organisation för att fortsätta": "Choose an organisation to go on",
  "Fordonstypen får vara högst 100 tecken": "The vehicle type can have at most 100 characters",
  "Giltig från-datum krävs": "Enter the start date",
  "Giltig till-datum krävs": "Enter the end date",
  "PIN måste vara 4-6 siffror": "The PIN must have 4-6 digits",
  "Välj giltighet": "Choose validity",
  "Välj minst en dörr för PIN-koden": "Choose at least one door for the PIN",
  "Nummerplåt krävs": "Enter the number plate",
  "Nummerplåten får vara högst 20 tecken": "The number plate can have at most 20 characters",
  "Fordonstyp krävs": "Enter the vehicle type",
  "Välj minst en grind för fordonet": "Choose at least one gate for the vehicle",

  // Signing in and one's own account
  "Lösenordet är för svagt": "The password is too weak",
  "Välj ett annat lösenord än det du har nu.": "Choose another password than the one you have now.",
  "Byt först ditt tillfälliga lösenord.": "Change your temporary password first.",
  "Det tillfälliga lösenordet har gått ut. Be en administratör om ett nytt.":
    "The temporary password has expired. Ask an administrator for a new one.",
  "Många loggar in just nu. Försök igen om några sekunder.":
    "Many are signing in right now. Try again in a few seconds.",
  "Inloggningen är redan avslutad.": "The session has already been ended.",
  "Inloggningen är inte kopplad till något konto. Kontakta en administratör.":
    "The sign-in is not linked to any account. Contact an administrator.",
  "Inloggningstjänsten svarar inte just nu. Försök igen om en stund.":
    "The sign-in service is not answering right now. Try again in a while.",
  "Kontot saknar roll i portalen. Be en systemadministratör om hjälp.":
    "The account has no role in the portal. Ask a system administrator for help.",
  "Länken gäller inte. Starta om servern och använd länken som den skriver ut.":
    "The link is not valid. Restart the server and use the link that it prints.",
  "Det finns redan en systemadministratör. Logga in i stället.":
    "There is a system administrator already. Sign in instead.",
  "Inbjudan gäller inte längre: den är använd, för gammal eller ersatt av en nyare. Be en administratör om en ny.":
    "The invitation is no longer valid: it has been used, is too old or was replaced by a newer one. Ask an administrator for a new one.",

  "Bara en LPR-styrenhet kan hålla en nummerlista. Inget har sparats.":
    "Only an LPR controller can keep a plate list. Nothing has been saved.",

  // After a restore
  "Ingen styrenhet väntar på att jämföras efter en återställning. Inget har ändrats.":
    "No controller waits to be compared after a restore. Nothing has been changed.",
  "Det finns inget att bekräfta. Läs av styrenheterna först. Inget har ändrats.":
    "There is nothing to confirm. Read the controllers first. Nothing has been changed.",

  // People
  "Du har inte behörighet att spara detta. Inget har sparats.":
    "You are not allowed to save this. Nothing has been saved.",
  "Du kan bara hantera användare i din egen organisation. Inget har sparats.":
    "You can only manage users of your own organisation. Nothing has been saved.",
  "Användaren finns inte längre. Inget har sparats. Ladda om listan.":
    "The user is no longer there. Nothing has been saved. Reload the list.",
  "Användaren finns inte längre. Ladda om listan.": "The user is no longer there. Reload the list.",
  "Organisation kan inte ändras vid redigering": "The organisation cannot be changed when editing",
  "PIN-kod saknas. Inget har sparats.": "The PIN is missing. Nothing has been saved.",
  "PIN-koden finns inte längre. Ladda om listan.": "The PIN is no longer there. Reload the list.",
  "En vald dörr eller grind är inte tilldelad organisationen längre. Inget har sparats. Ladda om och välj igen.":
    "A chosen door or gate is no longer assigned to the organisation. Nothing has been saved. Reload and choose again.",
  "För många PIN-koder har prövats. Inget har sparats. Låt portalen generera en kod, eller vänta en timme.":
    "Too many PINs have been tried. Nothing has been saved. Let the portal generate one, or wait an hour.",
  "Det finns nästan inga lediga PIN-koder på de valda styrenheterna. Välj färre dörrar eller skriv en egen kod.":
    "There are almost no free PINs on the chosen controllers. Choose fewer doors or enter a PIN of your own.",
  "De valda dörrarnas läsare tar koder av olika längd. Välj dörrarna var för sig.":
    "The readers of the chosen doors take PINs of different lengths. Choose the doors one by one.",

  // Import
  "Inga styrenheter hittades för denna organisation": "No controllers found for this organisation",
  "Du kan bara importera till din egen organisation. Inget har sparats.":
    "You can only import to your own organisation. Nothing has been saved.",
  "Organisation saknas": "The organisation is missing",
  "Saknar nummerplåt": "Number plate missing",
  "Saknar användare": "User missing",
  "Ogiltig nummerplåt": "Invalid number plate",
  "Namnet är för långt eller innehåller otillåtna tecken":
    "The name is too long or has characters that are not allowed",
  "Fordonstypen är för lång eller innehåller otillåtna tecken":
    "The vehicle type is too long or has characters that are not allowed",
  "Okänt fel": "Unknown error",

  // Administrators
  "Du är inte längre systemadministratör. Inget har ändrats.":
    "You are no longer a system administrator. Nothing has been changed.",
  "Logga in igen för att byta ditt eget lösenord, eller byt det under Mitt konto. Inget har ändrats.":
    "Sign in again to change your own password, or change it under My account. Nothing has been changed.",
  "Ditt eget lösenord byter du under Mitt konto. Inget har ändrats.":
    "You change your own password under My account. Nothing has been changed.",
  "Administratören har redan valt ett eget lösenord. Inget har skickats. Skapa nya inloggningsuppgifter först.":
    "The administrator has already chosen a password. Nothing has been sent. Make new sign-in details first.",
  "Administratören finns inte längre. Ladda om listan.": "The administrator is no longer there. Reload the list.",
  "Organisationen finns inte längre. Inget har sparats. Ladda om listan.":
    "The organisation is no longer there. Nothing has been saved. Reload the list.",
  "Ingen administratör har den e-postadressen. Inget har skickats.":
    "No administrator has that email address. Nothing has been sent.",

  // Controllers and what is on them
  "Enheten visar ett annat certifikat än det du godkände. Inget har ändrats. Testa anslutningen igen och jämför.":
    "The device shows another certificate than the one you accepted. Nothing has been changed. Test the connection again and compare.",
  "Enheten svarade obegripligt. Kontrollera att adressen går till rätt enhet.":
    "The device answered incomprehensibly. Check that the address leads to the right device.",
  "Enheten svarade med mer än vad den får. Kontrollera att adressen går till rätt enhet.":
    "The device answered with more than it may. Check that the address leads to the right device.",
  "Förbindelsen med enheten bröts innan den svarade. Försök igen.":
    "The connection to the device broke before it answered. Try again.",
  "Adressen kan inte läsas. Skriv ett värdnamn, en IP-adress eller en adress som börjar med https://.":
    "The address cannot be read. Enter a host name, an IP address or an address that begins with https://.",
  "Fyll i adress, användarnamn och lösenord innan du testar anslutningen.":
    "Enter address, user name and password before you test the connection.",
  "Spara styrenheten först. Åtgärden behöver en sparad styrenhet.":
    "Save the controller first. This needs a saved controller.",
  "Typen kan inte ändras på en sparad styrenhet. Ta bort den och lägg till en ny. Inget har ändrats.":
    "The type of a saved controller cannot be changed. Remove it and add a new one. Nothing has been changed.",
  "En grind har inget att synka: portalen avgör varje passage själv. Inget har ändrats.":
    "A gate has nothing to sync: the portal decides every passage itself. Nothing has been changed.",
  "Synkningen är pausad för alla styrenheter. Inget har skickats. Återuppta den under Synkstatus.":
    "Syncing is paused for all controllers. Nothing has been sent. Resume it under Sync status.",
  "Styrenheten är upptagen med andra ändringar. Inget har gått förlorat. Försök igen om en stund.":
    "The controller is busy with other changes. Nothing is lost. Try again in a while.",
  "Inget svar från LPR-servern i tid. Grinden kan ha öppnats; titta efter innan du försöker igen.":
    "No answer from the LPR server in time. The gate may have opened; look before you try again.",
  "Macro hittades inte": "The macro was not found",
  "Detta är en veckokod. Den ändras under Veckokoder. Inget har ändrats.":
    "This is a weekly code. It is changed under Weekly codes. Nothing has been changed.",
  "Personen är en slutanvändare och ändras under Slutanvändare. Inget har ändrats.":
    "The person is an end user and is changed under End users. Nothing has been changed.",
  "Giltig till-datum måste vara efter giltig från-datum": "The end date must be after the start date",
  "Objektet på enheten har redan en ägare i portalen. Inget har ändrats. Ladda om listan.":
    "The object on the device has an owner in the portal already. Nothing has been changed. Reload the list.",
  "Personen har flera behörigheter på enheten. Inget har ändrats. Ange vilken det gäller.":
    "The person has several credentials on the device. Nothing has been changed. Say which one is meant.",
  "Enheten gjorde inte ändringen. Den är sparad i portalen och försöks igen; se Synkstatus.":
    "The device did not make the change. It is saved in the portal and tried again; see Sync status.",

  // Weekly codes
  "Välj minst en styrenhet.": "Choose at least one controller.",
  "Veckokoden finns inte längre. Ladda om listan.": "The weekly code is no longer there. Reload the list.",
  "Det finns nästan inga lediga koder på de valda styrenheterna. Inget har sparats. Välj färre styrenheter.":
    "There are almost no free codes on the chosen controllers. Nothing has been saved. Choose fewer controllers.",
  "De valda styrenheternas läsare tar koder av olika längd. Inget har sparats. Välj styrenheterna var för sig.":
    "The readers of the chosen controllers take codes of different lengths. Nothing has been saved. Choose the controllers one by one.",
};
