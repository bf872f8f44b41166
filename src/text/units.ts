/** Units of measure and money: their signs and abbreviations, and what they measure. */

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

/** What a unit measures, and how many of the smallest unit of its kind it is. */
export interface Measure {
  of: string;
  size: number;
}

/** By what they measure: `names size`. A month and a year vary, so that they equal no number of days. */
const MEASURES: Readonly<Record<string, string>> = {
  time: 'second,s 1 minute,min 60 hour,h 3600 day 86400 week 604800 month 2629800 year 31557600',
  mass: 'milligram,mg 1 gram,gramme,g 1e3 kilogram,kg 1e6 tonne 1e9',
  length:
    'millimeter,millimetre,mm 1 centimeter,centimetre,cm 10 meter,metre,m 1e3 kilometer,kilometre,km 1e6',
  volume: 'milliliter,millilitre,ml 1 liter,litre,l 1e3',
};

/** By name in the singular or abbreviation. */
export const MEASURE_OF: ReadonlyMap<string, Measure> = new Map(
  Object.entries(MEASURES).flatMap(([of, units]) =>
    [...units.matchAll(/(\S+) (\S+)/g)].flatMap(([, names = '', size]) =>
      names.split(',').map((name): [string, Measure] => [name, { of, size: Number(size) }]),
    ),
  ),
);
