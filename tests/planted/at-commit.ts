import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { testDatabase } from '#tests/database.ts';
import { openPeople } from '#tests/funded-people.ts';
import { ROOT } from '#tests/tree.ts';
import { startEngine } from '../chaos/engine-channel.ts';
import { Load } from '../chaos/load.ts';
import { faultsOf } from '../chaos/verdict.ts';
import { CommitProxy } from '../scenarios/trading/commit-proxy.ts';
import type { Change, Plant } from './plant.ts';
import { until } from './patience.ts';

const PLANTS = fileURLToPath(new URL('./engine-plants.ts', import.meta.url));
/** Acknowledged before the database is cut off, and commits that are cut before the process is killed. */
const WARM = 20;
const CUTS = 3;
const FOREVER = new AbortController().signal;

/**
 * An engine process under load is cut off from PostgreSQL exactly at its commits, and killed with kill -9 before it comes through again. Gives
 * what the checks of tests/chaos find: what is not stored was not acknowledged.
 */
export async function killAtCommit(plant: Plant): Promise<readonly string[]> {
  const database = await testDatabase();
  const proxy = await CommitProxy.open(database.url);
  const folder = mkdtempSync(join(tmpdir(), 'tikvo-planted-'));
  try {
    const { people } = await openPeople(database.pool, 100);
    const load = new Load(people, join(folder, 'acknowledged'), { clients: 8, restMs: 4 });
    const engine = await startEngine({ databaseUrl: proxy.url, dataDir: join(folder, 'data'), build: planting(plant) });
    await engine.ready;
    const running = load.run(engine, FOREVER);
    await load.passes(WARM);
    const before = proxy.made;
    proxy.cuts = Array.from({ length: 1_000 }, () => 'before' as const);
    await until(async () => proxy.made >= before + CUTS, 'commits that are cut');
    engine.signal('SIGKILL');
    await engine.ended;
    await running;
    return await faultsOf(database.pool, load);
  } finally {
    await proxy.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What makes a build a planted one: a module that the plant changes is asked for by everybody else in its changed form. */
function planting({ name, changes }: Plant): Plugin {
  const asItIs = { asItIs: true };
  const byPath = new Map(changes.map((change) => [pathOf(change), change]));
  return {
    name: `planted: ${name}`,
    setup(to) {
      to.onResolve({ filter: /\.ts$/ }, async ({ path, pluginData, ...from }) => {
        if (pluginData === asItIs || from.namespace === 'planted') return undefined;
        const { importer, kind, resolveDir } = from;
        const found = await to.resolve(path, { importer, kind, resolveDir, pluginData: asItIs });
        return byPath.has(found.path) ? { path: found.path, namespace: 'planted' } : undefined;
      });
      to.onLoad({ namespace: 'planted', filter: /./ }, async ({ path }) => ({
        contents: await sourceOf({ path, plant: name, module: byPath.get(path)! }),
        resolveDir: dirname(path),
      }));
    },
  };
}

/** A module that gives the exports of another, some of them as the plant has them. */
async function sourceOf(of: {
  readonly path: string;
  readonly plant: string;
  readonly module: Change;
}): Promise<string> {
  const path = JSON.stringify(of.path);
  const { module, exports } = of.module;
  const names = Object.keys(exports((await import(of.path)) as object));
  return `
import * as actual from ${path};
import { ENGINE_PLANTS } from ${JSON.stringify(PLANTS)};
const { changes } = ENGINE_PLANTS.find(({ name }) => name === ${JSON.stringify(of.plant)});
const { exports } = changes.find(({ module }) => module === ${JSON.stringify(module)});
const { ${names.map((name, no) => `${name}: changed${no}`).join(', ')} } = exports(actual);
export * from ${path};
export { ${names.map((name, no) => `changed${no} as ${name}`).join(', ')} };`;
}

function pathOf({ module }: Change): string {
  return join(ROOT, 'src', module.slice(1));
}
