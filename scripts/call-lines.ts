import { join } from 'node:path';
import { runnerImport, type Plugin } from 'vite';
import type * as api from '../src/protocol/api.ts';

const OFFICE = 'virtual:office-call-lines';
const IDS: readonly string[] = ['virtual:call-lines', OFFICE];

/**
 * Method and path of each row of the protocol tables, for the browser's client. The tables themselves stay out of the browser, with the
 * schemas they carry. Rows of the back office are a module of their own: a public page says nothing of them.
 */
export function callLines(): Plugin {
  return {
    name: 'call-lines',
    resolveId: (name) => (IDS.includes(name) ? `\0${name}` : null),
    load: async (name) => {
      const id = name.slice(1);
      if (!name.startsWith('\0') || !IDS.includes(id)) return null;
      const tables = join(import.meta.dirname, '../src/protocol/api.ts');
      const { module } = await runnerImport<typeof api>(tables, { configFile: false });
      const lines = module.ENDPOINTS.filter(
        ({ endpoint }) => (endpoint.permission !== undefined) === (id === OFFICE),
      ).map(({ name: call, endpoint }) => [call, `${endpoint.method} ${endpoint.path}`]);
      return `export default ${JSON.stringify(Object.fromEntries(lines))};`;
    },
  };
}
