import type { StreamPosition } from '#server/prices/contract.ts';
import type { EngineMemory } from '../batch/memory.ts';

/**
 * What the engine needs of each stream again at its start: everything from the last tick whose consequences are all stored, and for rounds
 * the ticks since a time (wall ms).
 */
export function positionsOf(
  memory: Pick<EngineMemory, 'marks' | 'openStreams'>,
  roundsSince: ReadonlyMap<number, number>,
): Map<number, StreamPosition> {
  const open = new Set(memory.openStreams());
  const positions = new Map<number, StreamPosition>();
  for (const [stream, since] of roundsSince)
    positions.set(stream, { from: Number.MAX_SAFE_INTEGER, seen: null, since });
  for (const { stream, applied, seen } of memory.marks.values()) {
    const from = open.has(stream) ? Math.max(0, applied - 1) : Number.MAX_SAFE_INTEGER;
    positions.set(stream, { from, seen, since: roundsSince.get(stream) ?? null });
  }
  return positions;
}
