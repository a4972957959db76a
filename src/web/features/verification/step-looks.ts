import type { ChipTone } from '#web/ui/states.tsx';
import type { StepLook } from './steps.ts';

export const STEP_TONES: Readonly<Record<StepLook, ChipTone>> = {
  NONE: 'brand',
  OPTIONAL: 'plain',
  PENDING_DOCUMENT: 'warn',
  PENDING_APPROVE: 'info',
  APPROVED: 'ok',
  REJECTED: 'warn',
  FINAL: 'bad',
  APPROVED_REJECTED: 'warn',
  BLOCKED: 'bad',
  LOCKED: 'plain',
};
