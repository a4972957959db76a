export type { ChainClient } from './client.ts';
export { Networks } from './networks.ts';
export type { OpenNetwork, ReadNetwork } from './networks.ts';
export type { NetworkState } from './node-state.ts';
export type { OpenCoinNetwork } from './coin/coin-network.ts';
export type { BlockMark, ChainReader, Payment, PaymentPlace, WaitingPayment } from './port.ts';
