import { streamName } from '../../prices/pair.ts';
import type { FeedKind } from '../../prices/pair.ts';
import { toHex, utf8 } from '../../proofs/hash.ts';
import type { Sha256 } from '../../proofs/hash.ts';
import type { Realm } from '../../realm.ts';
import type { Round } from './windows.ts';

const DOMAIN = 'tikvo/round/v1\0';

/** Names a round of one realm and feed kind: `real/BTC-USD#replay/300/1763650800000`; a live feed has no mark. */
export function roundKey(round: Round, realm: Realm, kind: FeedKind): string {
  return `${realm}/${streamName(round.pairId, kind)}/${round.windowSec}/${round.startMs}`;
}

/**
 * Market id of a round: the first 16 bytes of SHA-256("tikvo/round/v1\0" || key) as a UUID of version 8 (RFC 9562, 5.8).
 * Each realm and each feed kind has its own, known before any row is written.
 */
export function roundMarketId(sha256: Sha256, key: string): string {
  const bytes = sha256(utf8(DOMAIN + key)).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = toHex(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
