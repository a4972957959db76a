import type { CoinNetwork } from '#domain/cashier/coin-networks.ts';
import type { CoinPlace } from '#server/config/coin-networks.ts';
import { StateOfNode, type NetworkParts, type NetworkState } from '../node-state.ts';
import { CoinPayer } from './coin-payer.ts';
import { CoinReader } from './coin-reader.ts';
import { CoreClient } from './core-client.ts';

/** A network of the Bitcoin family that this installation uses. */
export class OpenCoinNetwork {
  readonly family = 'coin';
  readonly network: CoinNetwork;
  /** Of its nodes, the best first; there is one at least. */
  readonly readers: readonly [CoinReader, ...CoinReader[]];
  /** What whoever pays asks of each of them. */
  readonly payers: readonly [CoinPayer, ...CoinPayer[]];
  /** The extended public key whose children are the addresses of people. */
  readonly xpub: string;
  readonly #state: StateOfNode;

  constructor(parts: NetworkParts, { network, rpc, cookieFile, xpub }: CoinPlace) {
    const clients = rpc.map((url) => new CoreClient({ url, cookieFile }));
    const [first, ...others] = clients.map((client) => new CoinReader(client));
    const [payer, ...morePayers] = clients.map((client) => new CoinPayer(client));
    if (first === undefined || payer === undefined) throw new Error(`network ${network.id} has no node`);
    this.network = network;
    this.readers = [first, ...others];
    this.payers = [payer, ...morePayers];
    this.xpub = xpub;
    this.#state = new StateOfNode(parts, { network: network.id, chain: network.genesis, ask: () => first.genesis() });
  }

  /** What its first node said within the last seconds. */
  state(): Promise<NetworkState> {
    return this.#state.read();
  }
}
