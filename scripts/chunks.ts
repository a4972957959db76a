/** What the bundler says of a module. */
interface Graph {
  getModuleInfo(id: string): {
    readonly code: string | null;
    readonly importers: readonly string[];
  } | null;
}

/** Where the first load of the trading page begins: it is the one with a budget (docs/rules/screens.md#budgets). */
const BEGINS = /\/src\/web\/(?:pages\/trading|entry\.client|root|locale-layout)\.tsx/;
/** These stay in files of their own: one starts the page when it is run, one brings the style sheet, one waits for panels that need its parts. */
const ALONE = /\/src\/web\/(?:(?:entry\.client|root|pages\/trading)\.tsx|styles\/)/;
/** What no other page has. */
const OWN = /\/src\/web\/features\/trading\//;
const REACT = /\/node_modules\/(?:react|react-dom|scheduler|react-router|cookie|set-cookie-parser)\//;
const ICON = /^(?<barrel>.*\/lucide-react\/dist\/esm\/)icons\/(?<file>[\w-]+\.mjs)$/;

/** Answers of one build: to ask the bundler for a module costs far more than to remember what it said. */
const importers = new Map<string, readonly string[]>();
const first = new Map<string, boolean>();
const codes = new Map<string, string>();

/** `make(key)`, made once. */
function once<T>(known: Map<string, T>, key: string, make: (key: string) => T): T {
  const found = known.get(key) ?? make(key);
  known.set(key, found);
  return found;
}

/** Modules that import this one. An icon comes through a file that names all of them: those that name it in turn. */
function findImporters(id: string, graph: Graph): readonly string[] {
  const icon = ICON.exec(id)?.groups;
  if (icon === undefined) return graph.getModuleInfo(id)?.importers ?? [];
  const barrel = `${icon['barrel']}lucide-react.mjs`;
  const codeOf = (module: string) => once(codes, module, () => graph.getModuleInfo(module)?.code ?? '');
  const line = codeOf(barrel)
    .split('\n')
    .find((text) => text.includes(`'./icons/${icon['file']}'`));
  const names = new Set([...(line ?? '').matchAll(/default as (\w+)/g)].map((match) => match[1]));
  return once(importers, barrel, () => graph.getModuleInfo(barrel)?.importers ?? []).filter((user) => {
    const taken = /import \{([^}]*)\} from ["']lucide-react["']/.exec(codeOf(user))?.[1] ?? '';
    return taken.split(',').some((name) => names.has(name.trim().split(' ')[0]));
  });
}

/** Does the trading page load the module before anything is touched? */
function isFirst(id: string, graph: Graph): boolean {
  if (ALONE.test(id)) return false;
  return once(first, id, () => {
    const seen = new Set([id]);
    for (const one of seen) {
      if (BEGINS.test(one)) return true;
      for (const importer of once(importers, one, () => findImporters(one, graph))) seen.add(importer);
    }
    return false;
  });
}

/**
 * What the trading page loads first comes in three files: sixty small ones compress badly and carry their wrappers.
 * What other pages share with it stands apart from what is its own, so that they do without that.
 */
export const FIRST_LOAD = [
  { debugName: 'react', priority: 3, name: (id: string) => (REACT.test(id) ? 'react' : null) },
  {
    debugName: 'frame',
    priority: 2,
    name: (id: string, graph: Graph) => (!OWN.test(id) && isFirst(id, graph) ? 'frame' : null),
  },
  {
    debugName: 'desk',
    priority: 1,
    name: (id: string, graph: Graph) => (OWN.test(id) && isFirst(id, graph) ? 'desk' : null),
  },
];
