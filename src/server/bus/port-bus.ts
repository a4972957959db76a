import type { Bus } from './bus.ts';
import { createHub } from './hub.ts';

/** What a bus needs of a MessagePort, a Worker or `parentPort`. */
export interface Port {
  postMessage(message: unknown): void;
  on(event: string, listener: (message: unknown) => void): unknown;
}

type Message =
  | { readonly kind: 'publish'; readonly topic: string; readonly data: unknown }
  | { readonly kind: 'ask'; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly output: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string };

interface Waiting {
  readonly resolve: (output: never) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** Longer than any batch may take: who still waits then asks a dead thread. */
const REQUEST_TIMEOUT_MS = 15_000;

/**
 * A bus over a port: what one side publishes, both sides' listeners hear; a request goes to this side's answerer if
 * there is one, else to the other side. A request rejects when the answerer throws, when it takes longer than
 * `timeoutMs`, or when the port closes.
 */
export function createPortBus(port: Port, { timeoutMs = REQUEST_TIMEOUT_MS } = {}): Bus {
  const hub = createHub();
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let closed = false;

  function settle(id: number): Waiting | undefined {
    const found = waiting.get(id);
    waiting.delete(id);
    clearTimeout(found?.timer);
    return found;
  }

  function close(): void {
    closed = true;
    for (const id of waiting.keys()) settle(id)?.reject(new Error('The other side of the bus is gone.'));
    hub.clear();
  }

  function reply(id: number, name: string, input: unknown): void {
    hub.handle(name, input).then(
      (output) => port.postMessage({ kind: 'answer', id, output } satisfies Message),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        port.postMessage({ kind: 'failure', id, message } satisfies Message);
      },
    );
  }

  port.on('message', (received) => {
    if (closed) return;
    const message = received as Message;
    if (message.kind === 'publish') hub.deliver(message.topic, message.data);
    else if (message.kind === 'ask') reply(message.id, message.name, message.input);
    else if (message.kind === 'answer') settle(message.id)?.resolve(message.output as never);
    else if (message.kind === 'failure') settle(message.id)?.reject(new Error(message.message));
  });
  port.on('close', close);
  port.on('exit', close);

  return {
    subscribe: hub.subscribe,
    answer: hub.answer,
    publish(topic, data) {
      if (closed) return;
      port.postMessage({ kind: 'publish', topic, data } satisfies Message);
      queueMicrotask(() => hub.deliver(topic, data));
    },
    request(name, input) {
      if (closed) return Promise.reject(new Error('The bus is closed.'));
      if (hub.answers(name)) return hub.handle(name, input) as never;
      return new Promise((resolve, reject) => {
        const id = nextId++;
        const timer = setTimeout(() => settle(id)?.reject(new Error(`No answer to ${name} in time.`)), timeoutMs);
        waiting.set(id, { resolve, reject, timer });
        port.postMessage({ kind: 'ask', id, name, input } satisfies Message);
      });
    },
    close,
  };
}
