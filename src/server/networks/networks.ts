import type { Logger } from 'pino';
import type { Network } from '#domain/cashier/networks.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { NetworkPlace } from '#server/config/networks.ts';
import { ChainClient } from './client.ts';
import { LocalFaucet } from './local/faucet.ts';

/** open: its node answers and is of the right chain. maintenance: nothing is begun on it now. */
export type NetworkState = 'open' | 'maintenance';

/** A network that this installation uses. */
export class OpenNetwork {
  readonly network: Network;
  /** Its nodes, the best first; there is one at least. */
  readonly clients: readonly [ChainClient, ...ChainClient[]];
  /** Gives test money away; null: a chain of real money. */
  readonly faucet: LocalFaucet | null;
  readonly #parts: NetworkParts;
  #state: NetworkState = 'maintenance';
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<NetworkState> | null = null;

  constructor(parts: NetworkParts, { network, rpc }: NetworkPlace) {
    const [first, ...others] = rpc.map((url) => new ChainClient(network, url));
    if (first === undefined) throw new Error(`network ${network.id} has no node`);
    this.#parts = parts;
    this.network = network;
    this.clients = [first, ...others];
    this.faucet = network.id === 'local' && rpc[0] !== undefined ? new LocalFaucet(rpc[0]) : null;
  }

  get client(): ChainClient {
    return this.clients[0];
  }

  /** What its first node said within the last seconds. */
  async state(): Promise<NetworkState> {
    if (this.#parts.clock.now() - this.#askedAt < STATE_MS) return this.#state;
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #ask(): Promise<NetworkState> {
    const { id, chainId } = this.network;
    try {
      const told = await this.client.chainId();
      this.#state = told === chainId ? 'open' : 'maintenance';
      if (told !== chainId) this.#parts.log.error({ network: id, chainId, told }, 'the node is of another chain');
    } catch (error) {
      if (this.#state === 'open') this.#parts.log.warn({ network: id, err: error }, 'the node of a network is away');
      this.#state = 'maintenance';
    }
    this.#askedAt = this.#parts.clock.now();
    return this.#state;
  }
}

/** How long an answer about a node's state is good, ms. */
const STATE_MS = 3_000;

interface NetworkParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

/** Every network of the settings; nothing is asked of a node before it is used. */
export class Networks {
  readonly all: readonly OpenNetwork[];

  constructor(parts: NetworkParts & { readonly config: Pick<Config, 'networks'> }) {
    this.all = parts.config.networks.map((place) => new OpenNetwork(parts, place));
  }

  find(id: string): OpenNetwork | null {
    return this.all.find(({ network }) => network.id === id) ?? null;
  }
}
