/** Settings of a process, read once from the environment by `readConfig`. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** null: the embedded database under `dataDir`. */
  readonly databaseUrl: string | null;
  readonly feed: 'auto' | 'live' | 'replay' | 'simulated';
  readonly replay: { readonly dir: string | null; readonly files: readonly string[]; readonly speed: number };
  readonly origins: Origins;
  readonly mode: 'sandbox' | 'production';
  readonly waits: 'normal' | 'short';
  readonly keys: { readonly finnhub: string | null; readonly twelveData: string | null };
  readonly logLevel: string;
  readonly brand: string;
}

/** Public origins; unset ones equal `main`. */
export interface Origins {
  readonly main: string;
  readonly auth: string;
  readonly dashboard: string;
  readonly events: string;
  readonly admin: string;
  readonly files: string;
}
