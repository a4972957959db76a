import { ENGINE_KINDS, type FactKind } from '#domain/facts.ts';
import type { FactSource } from './contract.ts';
import { findHead, lagOfFacts, readFacts } from './store.ts';

const OF_ENGINE: ReadonlySet<FactKind> = new Set(ENGINE_KINDS);

/** The facts of the table `fact`. Whoever numbers them wakes those who watch. */
export function createRecordedFacts(): FactSource & { wake(): void } {
  const wakes = new Set<() => void>();
  return {
    name: 'recorded',
    owns: (kind) => !OF_ENGINE.has(kind),
    head: findHead,
    read: readFacts,
    lag: lagOfFacts,
    watch: (wake) => {
      wakes.add(wake);
      return () => wakes.delete(wake);
    },
    wake: () => {
      for (const wake of wakes) wake();
    },
  };
}
