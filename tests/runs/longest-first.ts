import { BaseSequencer } from 'vitest/node';
import { rankOf } from './turns.mjs';

type Specifications = Parameters<BaseSequencer['sort']>[0];

/** The long ones begin first, so that the others fill the time beside them and none is left alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Specifications): Promise<Specifications> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one.moduleId) - rankOf(other.moduleId));
  }
}
