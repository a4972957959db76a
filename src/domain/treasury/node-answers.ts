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

/** Reads the words in which a node refused. What nobody knows is unknown, and the transaction is looked for. */
export function answerOf(words: string): NodeAnswer {
  return WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'unknown';
}
