import { FileUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { FileTrigger } from "react-aria-components";
import { z } from "zod";
import type { FirstRestoreKeys, FirstRestorePreview } from "#contract/functions/first-restore.ts";
import { FunctionError } from "#web/lib/calls/errors.ts";
import { Button } from "#web/ui/button.tsx";
import type { FieldBinding } from "#web/ui/fields/field.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { Form, FormField, usePortalForm } from "#web/ui/forms/form.tsx";
import { Note } from "#web/ui/note.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { previewFirstRestore, uploadBackup } from "../api/first-restore.ts";
import { SubmitButton } from "../submit-button.tsx";
import { firstRestoreTexts as t } from "../texts/first-restore.sv.ts";

const BYTES_PER_MB = 1_000_000;

const schema = z.object({
  file: z
    .instanceof(File)
    .nullable()
    .refine((file) => file !== null, t.fileRequired),
  backupKey: z.string().trim().min(1, t.backupKeyRequired),
  secretKey: z.string().trim().min(1, t.secretKeyRequired),
});
type Values = z.input<typeof schema>;
const EMPTY: Values = { file: null, backupKey: "", secretKey: "" };

export interface FirstRestoreFormProps {
  token: string;
  onRead: (preview: FirstRestorePreview, keys: FirstRestoreKeys) => void;
}

/** Takes the file and both keys. A file that is sent once is not sent again when only a key was wrong. */
export function FirstRestoreForm({ token, onRead }: FirstRestoreFormProps) {
  const form = usePortalForm(schema, EMPTY);
  const [sent, setSent] = useState<File | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);

  async function send(file: File): Promise<void> {
    stop.current = new AbortController();
    setSent(null);
    setProgress(0);
    try {
      await uploadBackup({ token, file, signal: stop.current.signal, onProgress: setProgress });
      setSent(file);
    } finally {
      setProgress(null);
    }
  }

  async function submit({ file, ...typed }: Values): Promise<void> {
    if (file === null) return;
    setProblem(null);
    try {
      if (file !== sent) await send(file);
      const keys = { token, ...typed };
      onRead(await previewFirstRestore(keys), keys);
    } catch (error) {
      if (stop.current.signal.aborted) return;
      // The server may have lost the file, or have the file of another window.
      if (error instanceof FunctionError && error.field === undefined && error.status !== 0) setSent(null);
      if (error instanceof FunctionError && error.field !== undefined) throw error;
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }

  const file = form.watch("file");
  return (
    <Form form={form} onSubmit={submit}>
      <FormField control={form.control} name="file">
        {(field) => <FileField {...field} isDisabled={progress !== null} />}
      </FormField>
      <FormField control={form.control} name="backupKey">
        {(field) => <PasswordField {...field} label={t.backupKey} hint={t.backupKeyHint} size="lg" />}
      </FormField>
      <FormField control={form.control} name="secretKey">
        {(field) => <PasswordField {...field} label={t.secretKey} hint={t.secretKeyHint} size="lg" />}
      </FormField>
      {problem && (
        <Note tone="fail" role="alert">
          {problem}
        </Note>
      )}
      {progress !== null && file !== null && (
        <>
          <Progress
            label={t.uploading}
            done={Math.round(progress / BYTES_PER_MB)}
            total={Math.max(1, Math.round(file.size / BYTES_PER_MB))}
            unit={t.unit}
          />
          <Button size="lg" wide onPress={() => stop.current.abort()}>
            {t.stop}
          </Button>
        </>
      )}
      <SubmitButton busy={form.formState.isSubmitting} busyLabel={t.reading}>
        {t.read}
      </SubmitButton>
    </Form>
  );
}

function FileField({
  name,
  value,
  onChange,
  errorMessage,
  isDisabled,
}: FieldBinding<File | null> & { isDisabled: boolean }) {
  return (
    <div>
      <p className="mb-1.5 font-name text-small text-ink">{t.file}</p>
      <div className="flex flex-wrap items-center gap-3">
        <FileTrigger onSelect={(files) => files?.[0] && onChange(files[0])}>
          <Button icon={FileUp} size="lg" isDisabled={isDisabled} data-field={name}>
            {value === null ? t.choose : t.chooseOther}
          </Button>
        </FileTrigger>
        {value && <span className="min-w-0 break-all text-small text-ink-2">{value.name}</span>}
      </div>
      {errorMessage && (
        <p role="alert" className="mt-1.5 text-small text-fail-ink">
          {errorMessage}
        </p>
      )}
    </div>
  );
}
