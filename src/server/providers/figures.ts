import { Counter } from 'prom-client';

export const calls = new Counter({
  name: 'tikvo_provider_calls_total',
  help: 'Tries of calls to outside providers by end: answered, unreached, unknown, spared (the provider is away, and was not asked).',
  labelNames: ['provider', 'call', 'end'],
});
export const deliveries = new Counter({
  name: 'tikvo_provider_deliveries_total',
  help: 'Messages of outside providers by end: taken, repeated, other, unsigned, unreadable.',
  labelNames: ['provider', 'end'],
});
export const unknownStatuses = new Counter({
  name: 'tikvo_provider_unknown_statuses_total',
  help: 'Statuses of outside providers that have no meaning for us yet. Each is an alarm; nothing follows from it.',
  labelNames: ['provider'],
});
