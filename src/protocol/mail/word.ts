import { z } from 'zod';
import { lineText } from '../texts.ts';

/** A word that stands in each mail to its person: short enough for one line, long enough that nobody guesses it. null: none. */
export const mailWordBody = z.strictObject({ word: lineText.min(4).max(40).nullable() });
export const mailWordAnswer = z.strictObject({ word: z.string().nullable() });
