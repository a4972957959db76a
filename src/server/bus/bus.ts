/**
 * Joins the threads (and, later, processes) of one installation. Carries copies that can be rebuilt from Postgres; never truth.
 * Payloads are structured-clonable. A request whose answerer throws, or is gone, rejects.
 */
export interface Bus {
  publish<T extends keyof Topics>(topic: T, data: Topics[T]): void;
  subscribe<T extends keyof Topics>(topic: T, listener: (data: Topics[T]) => void): () => void;
  request<R extends keyof Requests>(name: R, input: Requests[R]['input']): Promise<Requests[R]['output']>;
  answer<R extends keyof Requests>(
    name: R,
    handler: (input: Requests[R]['input']) => Promise<Requests[R]['output']> | Requests[R]['output'],
  ): void;
  close(): void;
}

/** Each subject declares its topics and requests next to its door: `declare module '#server/bus/bus.ts' { interface Topics { … } }`. */

export interface Topics {}

export interface Requests {}
