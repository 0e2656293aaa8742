import { z } from "zod";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Form, FormField, usePortalForm } from "#web/ui/forms/form.tsx";

const formSchema = z.object({
  name: z.string().trim().min(1, "Namn krävs"),
  port: z.coerce.number().int().min(1, "1 till 65535").max(65535, "1 till 65535"),
});

export function KitDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const form = usePortalForm(formSchema, { name: "", port: "443" });
  const dirty = form.formState.isDirty;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Skapa styrenhet"
      subtitle="Axis eller AxxonSoft LPR"
      dirty={dirty}
      footer={(close) => (
        <DialogFoot note={dirty ? "Osparade ändringar" : undefined}>
          <Button onPress={close}>Avbryt</Button>
          <Button variant="primary" type="submit" form="kit-form" busy={form.formState.isSubmitting}>
            Spara
          </Button>
        </DialogFoot>
      )}
    >
      <Form id="kit-form" form={form} onSubmit={onClose} className="grid gap-4 sm:grid-cols-2">
        <FormField control={form.control} name="name">
          {(field) => <TextField {...field} label="Namn" autoFocus />}
        </FormField>
        <FormField control={form.control} name="port">
          {(field) => <TextField {...field} value={String(field.value)} label="Port" inputMode="numeric" />}
        </FormField>
      </Form>
    </Dialog>
  );
}
