export type {
  CallEnd,
  Delivery,
  DeliveryHandler,
  OpenProvider,
  Provider,
  Providers,
  RawDelivery,
  Reading,
  Seat,
  SeatTypes,
  Send,
  Taken,
  Tools,
} from './contract.ts';
export { defineProvider } from './define.ts';
export { readProviders, secretList } from './settings.ts';
export { isFresh, isSigned } from './signature.ts';
