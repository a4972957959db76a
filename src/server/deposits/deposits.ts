import { confirmationsOf, LEAST_DEPOSIT } from '#domain/deposits/rules.ts';
import { COIN_DECIMALS, type ChainCoin } from '#domain/cashier/coin-networks.ts';
import type { Coin } from '#domain/cashier/networks.ts';
import { decimalText, worthOf, type CoinRate } from '#domain/deposits/conversion.ts';
import { usdt, USDT_SCALE } from '#domain/money.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { moneyPair, readUnits, toIso } from '#protocol/codecs.ts';
import type {
  DepositEstimateWire,
  DepositOptionsWire,
  DepositWire,
  FoundDepositWire,
} from '#protocol/deposits/deposits.ts';
import { LOCAL_COIN_NETWORK } from '#domain/cashier/coin-networks.ts';
import type { ReadNetwork } from '#server/networks/index.ts';
import { addressOf, branchOf, coinAddressOf } from './addresses.ts';
import { coinAt, coinsAt } from './coins.ts';
import { rateOf } from './rates.ts';
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
      this.#parts.networks.read.map(async (at) => ({
        id: at.network.id,
        name: at.network.name,
        state: await at.state(),
        coins: [...coinsAt(at)],
        confirmations: at.network.confirmations,
        seconds: secondsOf(at.network),
        explorer: at.network.explorer,
        isTest: isTest(at),
      })),
    );
    return { networks, rates: await this.#rates(), ...moneyPair('min', LEAST_DEPOSIT) };
  }

  async #rates(): Promise<DepositOptionsWire['rates']> {
    const pairs = new Map(this.#parts.networks.coins.map(({ network: { coin, pair } }) => [coin, pair]));
    return Promise.all(
      [...pairs].map(async ([coin, pair]) => {
        const rate = await rateOf(this.#parts, pair);
        return { coin, rate: rate === null ? null : priceText(rate) };
      }),
    );
  }

  async estimate(asked: {
    readonly token: Coin | ChainCoin;
    readonly network: string;
    readonly amount: string | number;
  }): Promise<Outcome<DepositEstimateWire>> {
    const at = this.#parts.networks.findRead(asked.network);
    if (at === null || !coinsAt(at).includes(asked.token)) return refused({ code: 'UnavailableToken' });
    const units = readUnits(asked.amount, at.family === 'coin' ? COIN_DECIMALS : USDT_SCALE);
    if (typeof units === 'string') return refused({ code: 'InvalidRequest', fields: { amount: units } });
    const rate = at.family === 'coin' ? await rateOf(this.#parts, at.network.pair) : null;
    if (at.family === 'coin' && rate === null) return refused({ code: 'UnavailableToken' });
    const amount = rate === null ? usdt(units) : worthOf(units, rate);
    return ok({
      ...moneyPair('receive', amount),
      ...moneyPair('fee', usdt(0n)),
      confirmations: at.network.confirmations,
      seconds: secondsOf(at.network),
    });
  }

  async address(userId: string, network?: string): Promise<Outcome<{ readonly address: string }>> {
    const at = network === undefined ? this.#parts.networks.all[0] : this.#parts.networks.findRead(network);
    if (at === undefined || at === null) return refused({ code: 'UnavailableToken' });
    const { selfExcluded, pausedUntil } = await this.#parts.standingOf(this.#parts.db, userId);
    // Money that is on its way is credited all the same: nothing can be played with it before the break ends.
    const isPaused = pausedUntil !== null && pausedUntil > this.#parts.clock.now();
    if (selfExcluded || isPaused)
      return refused({ code: 'SelfExcluded', until: Number.isFinite(pausedUntil) ? pausedUntil : null });
    if (at.family === 'coin') return ok({ address: await coinAddressOf(this.#parts, userId, at) });
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
    const places = networks.read.filter(({ network }) => asked.network === undefined || network.id === asked.network);
    if (places.length === 0) return refused({ code: 'UnavailableToken' });
    const hash = asked.txHash.toLowerCase();
    const rows = await depositsByHash(db, userId, hash);
    if (rows.length > 0) {
      const deposits = await this.#wires(rows);
      return ok({ answer: 'found', network: deposits[0]?.network ?? null, away: [], deposits });
    }
    const addressAt = (at: ReadNetwork) => findAddress(db, { userId, branch: branchOf(at) });
    return ok({ ...(await lookUp(places, { hash, addressAt })), deposits: [] });
  }

  async #wires(rows: readonly Deposit[]): Promise<DepositWire[]> {
    const open = [...new Set(rows.filter(({ state }) => state === 'CONFIRMING').map(({ network }) => network))];
    const heads = new Map(
      await Promise.all(open.map(async (id) => [id, await headOf(this.#parts.networks.findRead(id))] as const)),
    );
    return rows.map((row) =>
      wireOf(row, {
        at: this.#parts.networks.findRead(row.network),
        head: heads.get(row.network) ?? null,
      }),
    );
  }

  async faucet(
    userId: string,
    token: Coin | ChainCoin,
  ): Promise<Outcome<{ readonly txHash: string; readonly amount: number; readonly amountStr: string }>> {
    if (this.#parts.config.mode === 'production') return refused({ code: 'NotFound' });
    if (token === 'BTC' || token === 'LTC') return this.#coinFaucet(userId, token);
    const at = this.#parts.networks.all.find(({ faucet }) => faucet !== null);
    if (at === undefined || at.faucet === null) return refused({ code: 'UnavailableToken' });
    const contract = at.network.tokens.find(({ coin }) => coin === token);
    if (contract === undefined || (await at.state()) !== 'open') return refused({ code: 'UnavailableToken' });
    const address = await this.address(userId);
    if (!address.ok) return address;
    const txHash = await at.faucet.send({ token: contract.address, to: address.value.address, amount: FAUCET });
    return ok({ txHash, ...moneyPair('amount', FAUCET) });
  }

  async #coinFaucet(
    userId: string,
    token: ChainCoin,
  ): Promise<Outcome<{ readonly txHash: string; readonly amount: number; readonly amountStr: string }>> {
    const at = this.#parts.networks.coins.find((one) => isTest(one) && one.network.coin === token);
    if (at === undefined || (await at.state()) !== 'open') return refused({ code: 'UnavailableToken' });
    const address = await this.address(userId, at.network.id);
    if (!address.ok) return address;
    const txHash = await at.readers[0].giveTestCoin(address.value.address);
    return ok({ txHash, ...moneyPair('amount', ONE_COIN) });
  }
}

/** What the faucet of coins gives at once: one, written as an amount is. */
const ONE_COIN = usdt(1_000_000n);

const isTest = (at: ReadNetwork) =>
  at.family === 'evm' ? at.faucet !== null : at.network.id === LOCAL_COIN_NETWORK.id;

const priceText = ({ price, scale }: CoinRate) => decimalText(BigInt(price), scale);

type Row = ReadNetwork['network'];

const coinOf = (name: string | null) =>
  name === 'USDT' || name === 'USDC' || name === 'BTC' || name === 'LTC' ? name : null;

const secondsOf = ({ confirmations, blockMs }: Row) => Math.ceil((confirmations * blockMs) / 1_000);

async function headOf(at: ReadNetwork | null): Promise<bigint | null> {
  return at === null
    ? null
    : at.readers[0].head().then(
        ({ number }) => number,
        () => null,
      );
}

const STATUS = {
  SEEN: 'CONFIRMING',
  REPLACED: 'REPLACED',
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
  { at, head }: { readonly at: ReadNetwork | null; readonly head: bigint | null },
): DepositWire {
  const needed = at?.network.confirmations ?? 0;
  const isOpen = row.state === 'CONFIRMING' || row.state === 'SEEN' || row.state === 'ORPHANED';
  const seen = row.blockNo === null || head === null ? 0 : Number(confirmationsOf(row.blockNo, head));
  const taken = at === null ? null : coinAt(at, row.token);
  return {
    id: row.id,
    network: row.network,
    coin: coinOf(row.coin),
    ...moneyPair('amount', row.amount),
    coins: taken === null ? null : decimalText(row.raw, taken.decimals),
    rate: row.rate === null ? null : { rate: priceText(row.rate), at: toIso(row.rate.t), seq: row.rate.seq },
    txHash: row.txHash,
    status: STATUS[row.state],
    confirmations: !isOpen ? needed : row.state === 'CONFIRMING' ? Math.min(seen, needed) : 0,
    needed,
    at: toIso(row.seenAt),
  };
}
