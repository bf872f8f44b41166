/** Types of settings, each with its default. */
import { z } from 'zod';

export const share = z.number().min(0).max(1);
export const cosine = z.number().min(-1).max(1);
export const text = z.string().min(1);
export const positive = z.number().positive();
export const temperature = z.number().min(0).max(2);

export const flag = (otherwise: boolean) => z.boolean().default(otherwise);

export const choice = <const Values extends readonly string[]>(values: Values, otherwise: Values[number]) =>
  z.enum(values).default(otherwise as never);

export const whole = (otherwise: number, least: number, most?: number) => {
  const type = z.int().min(least);
  return (most === undefined ? type : type.max(most)).default(otherwise);
};
