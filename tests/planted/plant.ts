import type { Sabotage } from '../sim/run.ts';

/** One module of the product, and what it gives in place of some of its own exports. */
export interface Change {
  /** As `#server/trading/batch/batch.ts`. */
  readonly module: string;
  readonly exports: (actual: object) => object;
}

/** A fault that somebody must notice: modules of the product behave otherwise, or a port of the simulator does. */
export interface Plant {
  readonly name: string;
  readonly changes: readonly Change[];
  readonly sabotage?: Sabotage;
}

/** `wrap` gets the module as it is and gives the exports to put in place of its own. */
export function changed<M extends object>(module: string, wrap: (actual: M) => Partial<M>): Change {
  return {
    module,
    exports: (actual) => {
      const wrapped = wrap(actual as M);
      const unknown = Object.keys(wrapped).filter((name) => !(name in actual));
      if (unknown.length > 0) throw new Error(`${module} has no ${unknown.join(', ')}: nothing would be planted.`);
      return wrapped;
    },
  };
}

export function inModule<M extends object>(name: string, module: string, wrap: (actual: M) => Partial<M>): Plant {
  return { name, changes: [changed(module, wrap)] };
}
