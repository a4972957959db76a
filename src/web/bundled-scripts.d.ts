/** The script of the page that checks receipts, bundled by the build (vite.config.ts). */
declare module 'virtual:receipt-checker' {
  const script: string;
  export default script;
}

/** The script of the landing. */
declare module 'virtual:landing-script' {
  const script: string;
  export default script;
}

/** Live prices on pages without framework code. */
declare module 'virtual:live-prices-script' {
  const script: string;
  export default script;
}

/** The choice of cookies. */
declare module 'virtual:consent-script' {
  const script: string;
  export default script;
}

/** Announcements on pages without framework code. */
declare module 'virtual:announcements-script' {
  const script: string;
  export default script;
}
