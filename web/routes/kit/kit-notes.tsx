import { Note } from "#web/ui/note.tsx";

export function KitNotes() {
  return (
    <>
      <Note
        tone="fail"
        actions={[
          { label: "Testa anslutning", onAction: () => undefined },
          { label: "Visa synkstatus", href: "/system-admin/sync" },
        ]}
      >
        <strong>Garage Kajen svarar inte sedan 13:48.</strong> 3 ändringar är sparade och skrivs när den är tillbaka.
      </Note>
      <Note tone="remove">
        <strong>Ivar Borttagsson</strong> är borttagen i portalen men finns kvar på <strong>Garage Kajen</strong>.
      </Note>
    </>
  );
}
