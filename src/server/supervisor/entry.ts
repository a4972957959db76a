/** A process or thread file that lies beside `start`: TypeScript in the sources, JavaScript in the build. */
export function entry(name: 'main' | 'engine-thread'): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return isSource ? new URL(`../${name}.ts`, import.meta.url) : new URL(`./${name}.js`, import.meta.url);
}
