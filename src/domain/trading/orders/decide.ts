import { applyChanges } from './apply.ts';
import type { OrderCommand, OrderEffect, OrderMoment } from './contract.ts';
import { Draft } from './draft.ts';
import { cancelAll, cancelOrder, expireDue, moveMarket } from './endings.ts';
import type { Order } from './order.ts';
import { leaveMarket } from './leaving/leave.ts';
import { placeOrder } from './place.ts';
import { moveSets } from './sets/move-sets.ts';
import { splitOutcome } from './sets/split-outcome.ts';
import { payHolders, settleLinked, settleMarket } from './settlement.ts';
import { undoFills } from './undo/undo-fills.ts';
import type { ExchangeState } from './state.ts';
import type { Refusal } from '../../refusals.ts';

/**
 * Decides commands in order: the same state, commands and moment give the same effects. The state and the moment's cash take in what is
 * done. A command that throws is answered 'failed' and leaves no trace; the others go on. Throws only when memory contradicts itself: the
 * batch must then not be stored, and memory is to be read back from the tables.
 */
export function decideOrders(
  state: ExchangeState,
  commands: readonly OrderCommand[],
  moment: OrderMoment,
): OrderEffect[] {
  return commands.map((command) => decideOne(state, command, moment));
}

function decideOne(state: ExchangeState, command: OrderCommand, moment: OrderMoment): OrderEffect {
  const draft = new Draft(state, moment);
  let answer: Order | Refusal | null;
  try {
    answer = run(draft, command);
  } catch (error) {
    return { kind: 'failed', error };
  }
  if (answer !== null && 'code' in answer) return { kind: 'refused', refusal: answer };
  const changes = draft.commit();
  applyChanges(state, changes, command.kind === 'place' ? answer : null);
  return { kind: 'done', order: answer, changes };
}

function run(draft: Draft, command: OrderCommand): Order | Refusal | null {
  switch (command.kind) {
    case 'place':
      return placeOrder(draft, command);
    case 'leave':
      return leaveMarket(draft, command);
    case 'sets':
      return moveSets(draft, command);
    case 'cancel':
      return cancelOrder(draft, command);
    case 'cancel_all':
      cancelAll(draft, command);
      return null;
    case 'expire_due':
      expireDue(draft, command.at);
      return null;
    case 'market':
      moveMarket(draft, command);
      return null;
    case 'settle':
      settleMarket(draft, command);
      return null;
    case 'pay':
      payHolders(draft, command);
      return null;
    case 'undo':
      undoFills(draft, command);
      return null;
    case 'split':
      splitOutcome(draft, command);
      return null;
    case 'settle_linked':
      settleLinked(draft, command);
      return null;
  }
}
