/**
 * What a node said of a transaction that was sent to it. taken: it has it, now or since before. used: the nonce is behind it; whether by us, the
 * receipts say. rival: it has another one with that nonce, ours as far as we know: nothing is used. cheap: it wants a higher fee. poor: the wallet
 * has too little. unknown: it may have it.
 */
export type NodeAnswer = 'taken' | 'used' | 'rival' | 'cheap' | 'poor' | 'unknown';

/** Words of Geth, Erigon, Nethermind, Besu, Reth and anvil. The first that is met decides: some of them hold words of others. */
const WORDS: readonly (readonly [RegExp, NodeAnswer])[] = [
  [/already known|already imported|known transaction|already in the (pool|mempool)|alreadyknown/i, 'taken'],
  [/replacement|fee too low to compete|not enough to replace/i, 'rival'],
  [/nonce too low|nonce.*(already used|too small)|oldnonce/i, 'used'],
  [/insufficient funds|insufficient balance|exceeds the balance|doesn.t have enough funds/i, 'poor'],
  [/underpriced|less than block base fee|fee too low|below.*(minimum|base fee)|feetoolow/i, 'cheap'],
];

/** Words of Bitcoin Core and what descends from it. */
const COIN_WORDS: readonly (readonly [RegExp, NodeAnswer])[] = [
  [/already in (block chain|utxo set|the mempool)|already-in-mempool|already-known|outputs already in/i, 'taken'],
  [/insufficient fee|mempool-conflict|too many potential replacements|replacement-adds-unconfirmed/i, 'rival'],
  [/missing inputs|missingorspent|missing-inputs/i, 'used'],
  [/min(imum)? (relay )?fee not met|mempool full|fee too low/i, 'cheap'],
];

/** Reads the words in which a node of the Bitcoin family refused; `used`: something it spends is spent, or not there yet. */
export function coinAnswerOf(words: string): NodeAnswer {
  return COIN_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'unknown';
}

/** Reads the words in which a node refused. What nobody knows is unknown, and the transaction is looked for. */
export function answerOf(words: string): NodeAnswer {
  return WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'unknown';
}
