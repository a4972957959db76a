import type { Bus, Requests, Topics } from './bus.ts';

export type Handler = (input: unknown) => unknown;

/** The listeners and answerers of one side of a bus. */
export interface Hub extends Pick<Bus, 'subscribe' | 'answer'> {
  deliver(topic: string, data: unknown): void;
  /** Throws when nobody here answers the name. */
  handle(name: string, input: unknown): Promise<unknown>;
  answers(name: string): boolean;
  clear(): void;
}

export function createHub(): Hub {
  const listeners = new Map<string, Set<(data: never) => void>>();
  const handlers = new Map<string, Handler>();
  return {
    subscribe<T extends keyof Topics>(topic: T, listener: (data: Topics[T]) => void) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set);
      set.add(listener);
      return () => void set.delete(listener);
    },
    answer<R extends keyof Requests>(name: R, handler: (input: Requests[R]['input']) => unknown) {
      if (handlers.has(name)) throw new Error(`Two answerers of ${name} on one bus.`);
      handlers.set(name, handler as Handler);
    },
    deliver(topic, data) {
      for (const listener of listeners.get(topic) ?? []) listener(data as never);
    },
    async handle(name, input) {
      const handler = handlers.get(name);
      if (handler === undefined) throw new Error(`Nobody answers ${name}.`);
      return handler(input);
    },
    answers: (name) => handlers.has(name),
    clear() {
      listeners.clear();
      handlers.clear();
    },
  };
}
