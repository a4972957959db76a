import type { Provider, Seat, SeatTypes } from './contract.ts';

/** A provider of a seat, with its types. Throws where its name cannot be a part of a variable and of an address. */
export function defineProvider<T extends SeatTypes, S>(
  seat: Seat<T>,
  provider: Omit<Provider<T, S>, 'seat'>,
): Provider<T, S> {
  if (!/^[a-z][a-z0-9]{1,29}$/.test(provider.name))
    throw new Error(`${provider.name} cannot be the name of a provider`);
  return { ...provider, seat };
}
