/** Prepositions by what they tell, lower case. */

const OF_PLACE = new Set(['in', 'at', 'during']);
/** Whether it stands before where or when something happens: "in Arles", "at the Louvre", "during the war". */
export const isOfPlace = (preposition: string): boolean => OF_PLACE.has(preposition);

const WHICH = new Set('in at to into on for with against'.split(' '));
/** Whether it stands before what tells one such event from others: "joined in Leith", "made her debut for Leith". */
export const tellsWhich = (preposition: string): boolean => WHICH.has(preposition);

/** Whether it stands before when something ends, or what is denied begins: "was not open until noon". */
export const isUntil = (preposition: string): boolean => preposition === 'until' || preposition === 'till';

/** It stands before what something is compared with. */
export const isThan = (preposition: string): boolean => preposition === 'than';

const INSIDE = new Set(['inside', 'within']);
/** "in" of those that mean it, else the preposition itself. */
export const plainPreposition = (preposition: string): string =>
  INSIDE.has(preposition) ? 'in' : preposition;

const MEASURED_FROM = new Set('from to between above below with without including excluding'.split(' '));
/** Whether it stands before what a measure is taken from, to, or with. */
export const isOfMeasure = (preposition: string): boolean => MEASURED_FROM.has(preposition);
