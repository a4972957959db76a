import { z } from 'zod';
import type { JobDefinition, JobHandler, JobWork } from './contract.ts';

/** A job with its type. Throws where its payload has room for free text, in which something of a person could be kept. */
export function defineJob<P extends object>(job: JobDefinition<P>): JobDefinition<P> {
  const loose = looseTexts(z.toJSONSchema(job.payload, { io: 'input' }), 'payload');
  if (loose.length > 0) throw new Error(`the job ${job.name} takes free text: ${loose.join(', ')}`);
  return job;
}

/** A job with what does it. `load` is called at the first job of its kind; `schedule`: see `JobWork`. */
export function workOn<P extends object>(
  job: JobDefinition<P>,
  load: () => JobHandler<NoInfer<P>> | Promise<JobHandler<NoInfer<P>>>,
  { schedule }: Pick<JobWork, 'schedule'> = {},
): JobWork {
  // The payload is read by the definition's own schema before the handler sees it.
  return { job, load, schedule } as unknown as JobWork;
}

/** Paths of texts that are no id, no word of a closed set and no pattern. */
function looseTexts(schema: unknown, path: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, format, pattern, enum: words, const: word, ...parts } = schema as Readonly<Record<string, unknown>>;
  const isText = [type].flat().includes('string');
  const isLoose = isText && [format, pattern, words, word].every((bound) => bound === undefined);
  const { properties, anyOf, allOf, items, prefixItems, additionalProperties } = parts;
  const inner = [anyOf, allOf, items, prefixItems, additionalProperties].flat();
  return [
    ...(isLoose ? [path] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, part]) => looseTexts(part, `${path}.${name}`)),
    ...inner.flatMap((part) => looseTexts(part, `${path}[]`)),
  ];
}
