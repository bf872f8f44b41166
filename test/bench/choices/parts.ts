/** Which parts the score is made of, and how they are weighted. */
import { COMPONENTS } from '../../../src/passage.ts';
import { type Group, PRESET, setting, WEIGHTS } from './variant.ts';

const WEIGHTED = COMPONENTS.filter((name) => WEIGHTS[name] > 0);
const alike = Object.fromEntries(WEIGHTED.map((name) => [name, 1 / WEIGHTED.length]));

export const PARTS: Group = {
  title: 'Parts',
  about:
    'One part of the score left out at a time, the other weights as they are; then all parts weighted alike.',
  reference: PRESET,
  variants: [
    ...WEIGHTED.map((name) => ({ name: `without ${name}`, setting: setting({ [name]: 0 }) })),
    {
      name: 'without agreement and commonGround',
      setting: setting({ agreement: 0, commonGround: 0 }),
    },
    { name: 'equal weights', setting: setting(alike) },
  ],
};
