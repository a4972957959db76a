import { z } from 'zod';
import { ConfigError, type Config } from '#server/config/config.ts';
import type { Provider } from './contract.ts';

/** A provider that is set up. */
export interface SetUp {
  readonly provider: Provider;
  readonly settings: unknown;
}

/**
 * The providers that the settings name, each with its own; in a sandbox also the simulators of seats that nobody else has taken. Throws
 * ConfigError with a sentence for each mistake.
 */
export function readProviders(
  providers: readonly Provider[],
  { providers: given, mode }: Pick<Config, 'providers' | 'mode'>,
): readonly SetUp[] {
  const mistakes: string[] = [];
  const known = new Set(providers.flatMap((provider) => Object.values(variablesOf(provider))));
  for (const name of Object.keys(given)) if (!known.has(name)) mistakes.push(`${name} is no setting of a provider.`);
  const real = providers
    .filter(({ isSimulator }) => !isSimulator)
    .flatMap((provider): SetUp[] => {
      const read = readOne(provider, given);
      if (read === null) return [];
      mistakes.push(...read.mistakes, ...(read.mistakes.length > 0 ? [] : testMistakes(provider, read.settings, mode)));
      return [{ provider, settings: read.settings }];
    });
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  const taken = new Set(real.map(({ provider }) => provider.seat.name));
  const simulators = providers.filter(
    ({ isSimulator, seat }) => isSimulator && mode === 'sandbox' && !taken.has(seat.name),
  );
  return [...real, ...simulators.map((provider) => ({ provider, settings: provider.settings.parse({}) }))];
}

/** Several secrets with commas, newest first, while one takes the place of another. */
export const secretList = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine((all) => all.every((one) => one !== ''), 'is a secret, or several with commas, newest first');

/** Name of a setting -> its variable. */
function variablesOf({ name, settings }: Provider): Readonly<Record<string, string>> {
  if (!(settings instanceof z.ZodObject)) throw new Error(`the settings of ${name} are no object`);
  return Object.fromEntries(
    Object.keys(settings.shape).map((key) => [
      key,
      `PROVIDER_${name.toUpperCase()}_${key.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`,
    ]),
  );
}

function readOne(
  provider: Provider,
  given: Readonly<Record<string, string>>,
): { readonly settings: unknown; readonly mistakes: readonly string[] } | null {
  const variables = variablesOf(provider);
  const own = Object.entries(variables).flatMap(([key, name]) =>
    given[name] === undefined ? [] : [[key, given[name]]],
  );
  if (own.length === 0) return null;
  const read = provider.settings.safeParse(Object.fromEntries(own));
  if (read.success) return { settings: read.data, mistakes: [] };
  const mistakes = read.error.issues.map(({ path, message }) => {
    const name = variables[String(path[0])] ?? '';
    return given[name] === undefined ? `${name} is missing: ${provider.name} needs it.` : `${name}: ${message}.`;
  });
  return { settings: null, mistakes };
}

function testMistakes(provider: Provider, settings: unknown, mode: Config['mode']): readonly string[] {
  if (mode !== 'production' || !provider.isTest(settings)) return [];
  return [`MODE=production refuses the test system of ${provider.name}: set the keys of its live system.`];
}
