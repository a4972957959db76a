import type { Settings } from './config.ts';

/** Where `/metrics` is read. */
export interface MetricsPlace {
  /** A port of their own; null: the port of the product. */
  readonly port: number | null;
  readonly host: string;
  /** What a reader says of itself (`Authorization: Bearer`); null: nothing is asked for. */
  readonly token: string | null;
}

/** Is this a name or an address of this very machine? */
export function isThisMachine(hostname: string): boolean {
  return /^((.+\.)?localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(hostname);
}

export function metricsOf({ METRICS_PORT, METRICS_HOST, METRICS_TOKEN }: Settings): MetricsPlace {
  return { port: METRICS_PORT ?? null, host: METRICS_HOST, token: METRICS_TOKEN ?? null };
}

/** What is wrong with the settings of the metrics, in sentences. */
export function metricsMistakes({ PORT, METRICS_PORT, METRICS_HOST, METRICS_TOKEN }: Settings): readonly string[] {
  const mistakes: string[] = [];
  if (METRICS_PORT !== undefined && METRICS_PORT === PORT)
    mistakes.push('METRICS_PORT must be another port than PORT.');
  if (!isThisMachine(METRICS_HOST) && METRICS_PORT === undefined) {
    mistakes.push('METRICS_HOST needs METRICS_PORT, the port of the metrics.');
  }
  if (!isThisMachine(METRICS_HOST) && METRICS_TOKEN === undefined) {
    mistakes.push('METRICS_HOST is not this machine: set METRICS_TOKEN, which readers of the metrics must send.');
  }
  return mistakes;
}
