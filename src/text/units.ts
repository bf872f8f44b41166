/** Units of measure and money by the sign or abbreviation that stands for them. */

/** Name in the singular, by sign or folded abbreviation. */
export const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '%': 'percent',
    $: 'dollar',
    '€': 'euro',
    '£': 'pound',
    km: 'kilometer',
    kg: 'kilogram',
  }),
);
