/** A process or thread file of the build. Processes run as built: a worker thread cannot load TypeScript on Node 20. */
export function entry(name: 'main' | 'engine-thread' | 'page-thread' | 'signer-process' | 'wallet-process'): URL {
  return new URL(`./${name}.js`, import.meta.url);
}
