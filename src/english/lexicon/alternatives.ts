/** Words of which a thing is one and no other: what it is made of, its colour, its place in the body. WordNet keeps them far apart. */
import { groupNumbers } from '../../text/word-groups.ts';
import { baseForms } from './base-forms.ts';

const GROUP_OF = groupNumbers(
  `bronze copper marble granite limestone sandstone brick concrete steel iron brass aluminium aluminum zinc titanium platinum plastic ivory porcelain leather silk cotton wool linen rubber;
   red blue green yellow orange purple violet pink brown turquoise;
   neck abdomen chest throat thigh knee shoulder ankle wrist skull pelvis;
   liver kidney lung brain stomach pancreas spleen bladder;
   football soccer basketball tennis cricket rugby baseball hockey golf volleyball badminton;
   violin flute piano guitar cello trumpet saxophone clarinet harp;
   triangle square circle octagon hexagon pentagon rectangle;
   lentil chickpea soybean; beef pork lamb mutton veal; butter lard margarine; basil parsley coriander mint thyme oregano;
   femur tibia fibula humerus radius ulna sternum; father mother; male female; son daughter; brother sister; husband wife;
   calf foal lamb kid cub pup kitten chick cygnet duckling gosling leveret fawn piglet tadpole joey;
   dollar euro pound yen yuan rupee peso franc krone krona koruna forint zloty baht dong won lira rand real rouble ruble dinar dirham rial shekel ringgit rupiah leu lev hryvnia;
   grass clay; spring summer autumn winter; morning afternoon evening night; mammal fish reptile amphibian bird insect fungus plant;
   oxygen nitrogen hydrogen helium methane argon chlorine; sodium potassium calcium magnesium`,
);

const groupOf = (noun: string): number | undefined =>
  baseForms(noun)
    .map((form) => GROUP_OF.get(form))
    .find((group) => group !== undefined);

/** @param noun folded, in singular or plural */
export const hasAlternatives = (noun: string): boolean => groupOf(noun) !== undefined;

const SAME = new Set(['aluminum', 'aluminium', 'football', 'soccer']);

export function areAlternatives(one: string, other: string): boolean {
  const group = groupOf(one);
  if (group === undefined || group !== groupOf(other)) return false;
  const forms = baseForms(one);
  return !baseForms(other).some((form) => forms.includes(form)) && !(SAME.has(one) && SAME.has(other));
}
