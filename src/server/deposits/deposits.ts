import { confirmationsOf, LEAST_DEPOSIT } from '#domain/deposits/rules.ts';
import type { Coin, Network } from '#domain/cashier/networks.ts';
import { fromDecimal, usdt } from '#domain/money.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { moneyPair, toIso } from '#protocol/codecs.ts';
import type {
  DepositEstimateWire,
  DepositOptionsWire,
  DepositWire,
  FoundDepositWire,
} from '#protocol/deposits/deposits.ts';
import type { OpenNetwork } from '#server/networks/index.ts';
import { addressOf } from './addresses.ts';
import type { DepositParts } from './parts.ts';
import { lookUp } from './finder.ts';
import { findAddress } from './store-addresses.ts';
import { depositsByHash, depositsOf, type Deposit } from './store.ts';

const SHOWN = 50;
/** What the faucet gives at once, 10^-6. */
const FAUCET = usdt(100_000_000n);

/** Deposits as their person sees them. */
export class Deposits {
  readonly #parts: DepositParts;

  constructor(parts: DepositParts) {
    this.#parts = parts;
  }

  async options(): Promise<DepositOptionsWire> {
    const networks = await Promise.all(
      this.#parts.networks.all.map(async (at) => ({
        id: at.network.id,
        name: at.network.name,
        state: await at.state(),
        coins: at.network.tokens.map(({ coin }) => coin),
        confirmations: at.network.confirmations,
        seconds: secondsOf(at.network),
        explorer: at.network.explorer,
        isTest: at.faucet !== null,
      })),
    );
    return { networks, ...moneyPair('min', LEAST_DEPOSIT) };
  }

  estimate(asked: {
    readonly token: Coin;
    readonly network: string;
    readonly amount: string | number;
  }): Outcome<DepositEstimateWire> {
    const at = this.#parts.networks.find(asked.network);
    const amount = fromDecimal(String(asked.amount), 6);
    if (at === null || !at.network.tokens.some(({ coin }) => coin === asked.token))
      return refused({ code: 'UnavailableToken' });
    if (amount === null) return refused({ code: 'InvalidRequest', fields: { amount: 'malformed' } });
    return ok({
      ...moneyPair('receive', amount),
      ...moneyPair('fee', usdt(0n)),
      confirmations: at.network.confirmations,
      seconds: secondsOf(at.network),
    });
  }

  async address(userId: string): Promise<Outcome<{ readonly address: string }>> {
    if (this.#parts.networks.all.length === 0) return refused({ code: 'UnavailableToken' });
    const { selfExcluded, pausedUntil } = await this.#parts.standingOf(this.#parts.db, userId);
    // Money that is on its way is credited all the same: nothing can be played with it before the break ends.
    const isPaused = pausedUntil !== null && pausedUntil > this.#parts.clock.now();
    if (selfExcluded || isPaused)
      return refused({ code: 'SelfExcluded', until: Number.isFinite(pausedUntil) ? pausedUntil : null });
    const { getAddress } = await import('viem/utils');
    return ok({ address: getAddress(await addressOf(this.#parts, userId)) });
  }

  async list(userId: string): Promise<readonly DepositWire[]> {
    return this.#wires(await depositsOf(this.#parts.db, userId, SHOWN));
  }

  /** Looks a transaction up for somebody who misses it: on one network, or on all of them. */
  async find(
    userId: string,
    asked: { readonly network?: string | undefined; readonly txHash: string },
  ): Promise<Outcome<FoundDepositWire>> {
    const { networks, db } = this.#parts;
    const places = networks.all.filter(({ network }) => asked.network === undefined || network.id === asked.network);
    if (places.length === 0) return refused({ code: 'UnavailableToken' });
    const hash = asked.txHash.toLowerCase() as `0x${string}`;
    const rows = await depositsByHash(db, userId, hash);
    if (rows.length > 0) {
      const deposits = await this.#wires(rows);
      return ok({ answer: 'found', network: deposits[0]?.network ?? null, away: [], deposits });
    }
    return ok({ ...(await lookUp(places, { hash, address: await findAddress(db, userId) })), deposits: [] });
  }

  async #wires(rows: readonly Deposit[]): Promise<DepositWire[]> {
    const open = [...new Set(rows.filter(({ state }) => state === 'CONFIRMING').map(({ network }) => network))];
    const heads = new Map(
      await Promise.all(open.map(async (id) => [id, await headOf(this.#parts.networks.find(id))] as const)),
    );
    return rows.map((row) =>
      wireOf(row, { network: this.#parts.networks.find(row.network)?.network, head: heads.get(row.network) ?? null }),
    );
  }

  async faucet(
    userId: string,
    token: Coin,
  ): Promise<Outcome<{ readonly txHash: string; readonly amount: number; readonly amountStr: string }>> {
    const at = this.#parts.networks.all.find(({ faucet }) => faucet !== null);
    if (this.#parts.config.mode === 'production') return refused({ code: 'NotFound' });
    if (at === undefined || at.faucet === null) return refused({ code: 'UnavailableToken' });
    const contract = at.network.tokens.find(({ coin }) => coin === token);
    if (contract === undefined || (await at.state()) !== 'open') return refused({ code: 'UnavailableToken' });
    const address = await this.address(userId);
    if (!address.ok) return address;
    const txHash = await at.faucet.send({ token: contract.address, to: address.value.address, amount: FAUCET });
    return ok({ txHash, ...moneyPair('amount', FAUCET) });
  }
}

const secondsOf = ({ confirmations, blockMs }: Network) => Math.ceil((confirmations * blockMs) / 1_000);

async function headOf(at: OpenNetwork | null): Promise<bigint | null> {
  return at === null
    ? null
    : at.client.head().then(
        ({ number }) => number,
        () => null,
      );
}

const STATUS = {
  CONFIRMING: 'CONFIRMING',
  ORPHANED: 'CONFIRMING',
  DROPPED: 'LOST',
  DUST: 'DUST',
  CREDITED: 'CREDITED',
  QUARANTINE: 'SUPPORT',
  KEPT: 'SUPPORT',
  RETURNED: 'RETURNED',
} as const satisfies Readonly<Record<Deposit['state'], DepositWire['status']>>;

function wireOf(
  row: Deposit,
  { network, head }: { readonly network: Network | undefined; readonly head: bigint | null },
): DepositWire {
  const needed = network?.confirmations ?? 0;
  const seen = row.state !== 'CONFIRMING' ? needed : head === null ? 0 : Number(confirmationsOf(row.blockNo, head));
  return {
    id: row.id,
    network: row.network,
    coin: row.coin === 'USDT' || row.coin === 'USDC' ? row.coin : null,
    ...moneyPair('amount', row.amount),
    txHash: row.txHash,
    status: STATUS[row.state],
    confirmations: row.state === 'ORPHANED' ? 0 : Math.min(seen, needed),
    needed,
    at: toIso(row.seenAt),
  };
}
