import type { Factors } from './contract-factors.ts';

/** Until second factors are wired: nobody has one, and the password is the step-up. */
export const NO_FACTORS: Factors = {
  secondFactorOf: () => Promise.resolve('none' as const),
  startChallenge: () => Promise.reject(new Error('There are no second factors yet.')),
  verifyChallenge: () => Promise.resolve({ ok: false, refusal: { code: 'OTPInvalid' } } as const),
  stepUpMethods: () => Promise.resolve(['password'] as const),
  requireStepUp: () => Promise.resolve({ code: 'StepUpRequired', methods: ['password'] } as const),
};
