import type { Network } from '#domain/cashier/networks.ts';
import type { Config } from '#server/config/config.ts';
import type { CoinPlace } from '#server/config/coin-networks.ts';
import type { NetworkPlace } from '#server/config/networks.ts';
import { ChainClient } from './client.ts';
import { OpenCoinNetwork } from './coin/coin-network.ts';
import { EvmReader } from './evm-reader.ts';
import { LocalFaucet } from './local/faucet.ts';
import { StateOfNode, type NetworkParts, type NetworkState } from './node-state.ts';
import type { ChainReader } from './port.ts';

/** A network of the Ethereum family that this installation uses. */
export class OpenNetwork {
  readonly family = 'evm';
  readonly network: Network;
  /** Its nodes, the best first; there is one at least. */
  readonly clients: readonly [ChainClient, ...ChainClient[]];
  /** What deposits ask of each of them. */
  readonly readers: readonly [ChainReader, ...ChainReader[]];
  /** Gives test money away; null: a chain of real money. */
  readonly faucet: LocalFaucet | null;
  readonly #state: StateOfNode;

  constructor(parts: NetworkParts, { network, rpc }: NetworkPlace) {
    const [first, ...others] = rpc.map((url) => new ChainClient(network, url));
    if (first === undefined) throw new Error(`network ${network.id} has no node`);
    this.network = network;
    this.clients = [first, ...others];
    this.readers = [new EvmReader(first, network), ...others.map((client) => new EvmReader(client, network))];
    this.faucet = network.id === 'local' && rpc[0] !== undefined ? new LocalFaucet(rpc[0]) : null;
    this.#state = new StateOfNode(parts, {
      network: network.id,
      chain: String(network.chainId),
      ask: async () => String(await first.chainId()),
    });
  }

  get client(): ChainClient {
    return this.clients[0];
  }

  /** What its first node said within the last seconds. */
  state(): Promise<NetworkState> {
    return this.#state.read();
  }
}

/** A network of any family, as far as deposits go. */
export type ReadNetwork = OpenNetwork | OpenCoinNetwork;

type Places = Pick<Config, 'networks'> & Partial<Pick<Config, 'coinNetworks'>>;

/** Every network of the settings; nothing is asked of a node before it is used. */
export class Networks {
  /** Those of the Ethereum family, on which people are paid too. */
  readonly all: readonly OpenNetwork[];
  /** Those of the Bitcoin family. */
  readonly coins: readonly OpenCoinNetwork[];

  constructor(parts: NetworkParts & { readonly config: Places }) {
    this.all = parts.config.networks.map((place) => new OpenNetwork(parts, place));
    this.coins = (parts.config.coinNetworks ?? []).map((place: CoinPlace) => new OpenCoinNetwork(parts, place));
  }

  /** Of every family. */
  get read(): readonly ReadNetwork[] {
    return [...this.all, ...this.coins];
  }

  find(id: string): OpenNetwork | null {
    return this.all.find(({ network }) => network.id === id) ?? null;
  }

  findRead(id: string): ReadNetwork | null {
    return this.read.find(({ network }) => network.id === id) ?? null;
  }
}
