import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Losses } from '#domain/trading/losses.ts';
import type { RateLimiter } from '#domain/trading/rate.ts';
import type { Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Prices } from '#server/prices/contract.ts';
import type { RulesBook } from '../rules-book.ts';
import { ExchangeFloor } from './floor.ts';
import { Links, type LinkedOf } from './links.ts';
import { OlderEnds } from './older-ends.ts';
import { ExchangeHall } from './hall.ts';
import type { ExchangeDecision } from './hall.ts';
import { MakerFunds } from './maker-funds.ts';
import { tellExchange } from './notices.ts';
import { RoundRooms } from './rooms.ts';
import { ExchangeViews } from './views.ts';
import { ExchangeWorld } from './world.ts';
import { WrongTicks } from './wrong-ticks.ts';

/** The exchange of one engine, put together. */
export class ExchangeRoom {
  readonly hall: ExchangeHall;
  readonly rooms: RoundRooms;
  readonly floor: ExchangeFloor;
  readonly #bus: Bus;

  constructor(parts: {
    readonly db: Pool;
    readonly bus: Bus;
    readonly clock: Clock;
    readonly log: Logger;
    readonly prices: Prices;
    readonly rules: RulesBook;
    readonly shard: number;
    readonly linkedOf?: LinkedOf;
    readonly losses: Losses;
    readonly limiter: RateLimiter;
  }) {
    const { db, bus, clock, log, prices, rules, shard } = parts;
    this.#bus = bus;
    this.rooms = new RoundRooms(prices);
    this.floor = new ExchangeFloor(shard, parts);
    const { rooms, floor } = this;
    const links = new Links(parts.linkedOf ?? (() => Promise.resolve(new Map())));
    const world = new ExchangeWorld({ prices, rules, rooms, floor, links });
    const older = new OlderEnds({ db, log, prices, rooms });
    const wrong = new WrongTicks({ db, log, rooms });
    const funds = new MakerFunds({ log });
    this.hall = new ExchangeHall({ db, prices, floor, rooms, world, older, links, wrong, funds });
    // Answers the bus as long as it lives.
    void new ExchangeViews({ db, bus, clock, floor, rooms, world, funds });
  }

  /** A batch is stored. */
  committed(decision: ExchangeDecision, losses: Losses): void {
    this.hall.committed(decision, losses);
  }

  /** Tells of a stored batch. */
  tell({ effects }: ExchangeDecision): void {
    if (effects !== null) tellExchange(this.#bus, { effects, floor: this.floor });
  }
}
