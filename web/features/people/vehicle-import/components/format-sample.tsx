import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { toCsv } from "#contract/csv-export.ts";
import { downloadCsv } from "#web/lib/download-csv.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { ImportSample } from "./import-sample.tsx";

export interface FormatSampleProps {
  texts: Record<"formatTitle" | "downloadTemplate" | "templateName" | "formatHelp" | "sampleLabel", string> & {
    sample: readonly (readonly string[])[];
  };
  heads: readonly string[];
  children?: ReactNode;
}

/** Shows how an import's file looks, with a template to download. */
export function FormatSample({ texts, heads, children }: FormatSampleProps) {
  return (
    <Card
      title={texts.formatTitle}
      actions={
        <Button
          variant="ghost"
          size="sm"
          icon={Download}
          onPress={() => downloadCsv(texts.templateName, toCsv([heads, ...texts.sample]))}
        >
          {texts.downloadTemplate}
        </Button>
      }
    >
      <p className="mb-3 text-small text-ink-2">{texts.formatHelp}</p>
      <ImportSample label={texts.sampleLabel} heads={heads} lines={texts.sample} />
      {children}
    </Card>
  );
}
