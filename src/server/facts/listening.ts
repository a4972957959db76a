import type { Pool, PoolClient } from 'pg';
import { startLoop } from './loop.ts';

const AGAIN_MS = 1_000;

/**
 * Calls when a transaction that recorded facts has committed. Takes a connection of the pool for itself, and another one when it is lost;
 * what is missed meanwhile is found by the next look. Returns the end of it.
 */
export function listenForFacts(db: Pool, wake: () => void): () => Promise<void> {
  let client: PoolClient | null = null;
  const letGo = () => {
    client?.removeAllListeners('notification');
    client?.release(true);
    client = null;
  };
  const loop = startLoop({
    round: async () => {
      if (client !== null) return AGAIN_MS;
      const opened = await db.connect();
      client = opened;
      opened.on('notification', wake);
      opened.once('error', () => {
        if (client === opened) letGo();
      });
      await opened.query('LISTEN facts');
      wake();
      return AGAIN_MS;
    },
    onFailure: () => {
      letGo();
      return AGAIN_MS;
    },
  });
  return async () => {
    await loop.stop();
    letGo();
  };
}
