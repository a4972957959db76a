/** The script of the page that checks receipts, bundled by the build (vite.config.ts). */
declare module 'virtual:receipt-checker' {
  const script: string;
  export default script;
}
