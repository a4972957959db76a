import type { Bus } from './bus.ts';
import { createHub } from './hub.ts';

/** The bus of one thread. Listeners run later, so that a publisher never runs inside what it caused. */
export function createLocalBus(): Bus {
  const hub = createHub();
  let closed = false;
  return {
    subscribe: hub.subscribe,
    answer: hub.answer,
    publish(topic, data) {
      queueMicrotask(() => {
        if (!closed) hub.deliver(topic, data);
      });
    },
    request(name, input) {
      if (closed) return Promise.reject(new Error('The bus is closed.'));
      return hub.handle(name, input) as never;
    },
    close() {
      closed = true;
      hub.clear();
    },
  };
}
