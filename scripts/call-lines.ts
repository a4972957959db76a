import { join } from 'node:path';
import { runnerImport, type Plugin } from 'vite';
import type * as api from '../src/protocol/api.ts';

const ID = 'virtual:call-lines';

/**
 * Method and path of each row of the protocol tables, for the browser's client. The tables themselves stay out of the browser, with the
 * schemas they carry.
 */
export function callLines(): Plugin {
  return {
    name: 'call-lines',
    resolveId: (name) => (name === ID ? `\0${ID}` : null),
    load: async (name) => {
      if (name !== `\0${ID}`) return null;
      const tables = join(import.meta.dirname, '../src/protocol/api.ts');
      const { module } = await runnerImport<typeof api>(tables, { configFile: false });
      const lines = module.ENDPOINTS.map(({ name: call, endpoint }) => [call, `${endpoint.method} ${endpoint.path}`]);
      return `export default ${JSON.stringify(Object.fromEntries(lines))};`;
    },
  };
}
