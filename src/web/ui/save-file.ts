/** How long the browser may take to begin, ms; the address is given up then. */
const BEGUN_MS = 10_000;

/** Has the browser save a file under a name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), BEGUN_MS);
}
