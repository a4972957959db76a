import type { Logger } from 'pino';
import { daily } from './daily.ts';
import type { Upkeep, UpkeepDefinition, RepeatedUpkeep } from './upkeep.ts';

/** Starts all that runs by itself. What is done once a day goes one after the other; one that fails does not keep the others from theirs, nor the product from its stop. */
export function startUpkeep(
  definitions: readonly UpkeepDefinition[],
  { log }: { readonly log: Pick<Logger, 'warn'> },
): Upkeep {
  const once: RepeatedUpkeep[] = [];
  const jobs: Upkeep[] = [];
  for (const definition of definitions) {
    if ('start' in definition) jobs.push(definition.start());
    else if (definition.everyMs === undefined) once.push(definition);
    else jobs.push(daily(definition.work, { log, firstMs: definition.everyMs, everyMs: definition.everyMs }));
  }
  const eachDay = async () => {
    for (const { name, work } of once) {
      await work().catch((error: unknown) => log.warn({ err: error, job: name }, 'the daily work failed'));
    }
  };
  jobs.push(daily(eachDay, { log }));
  return {
    async stop() {
      const says = (error: unknown) => log.warn({ err: error }, 'work of the product did not end well');
      await Promise.all(jobs.map((job) => job.stop().catch(says)));
    },
  };
}
