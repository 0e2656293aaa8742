/** Has the browser save the text under the name. */
export function downloadCsv(fileName: string, text: string): void {
  download(fileName, text, "text/csv;charset=utf-8");
}

export function downloadJson(fileName: string, value: unknown): void {
  download(fileName, `${JSON.stringify(value, null, 2)}\n`, "application/json");
}

function download(fileName: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has read the URL by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
