import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { startProduct, type Product, type Settings } from './product.ts';

/**
 * Set-up of a browser run: a product for each combination of settings that files ask for by `sharedProduct`, started when the first of them
 * asks and ended after the last file. A start costs six seconds of a core.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const products = new Map<string, Promise<Product>>();

  function productFor(settings: string): Promise<Product> {
    const known = products.get(settings) ?? startProduct(() => JSON.parse(settings) as Settings);
    products.set(settings, known);
    return known;
  }

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let settings = '';
    socket.setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.on('data', (part: string) => (settings += part));
    socket.on('end', () => {
      productFor(settings).then(
        ({ origin, feed, dataDir }) => socket.end(JSON.stringify({ origin, feed, dataDir })),
        (error: Error) => socket.end(JSON.stringify({ error: error.message })),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env['TIKVO_TEST_PRODUCTS_PORT'] = String((server.address() as AddressInfo).port);

  return async () => {
    server.close();
    await Promise.all(
      [...products.values()].map((one) => one.then((product) => product.stop()).catch(() => undefined)),
    );
  };
}
