/**
 * Nouns of what is a part, a version or an offshoot of something else: "the delta" is not the river, "the German edition" not the
 * encyclopedia, whatever both are said of.
 */
import { baseForms } from './base-forms.ts';

const PARTS = new Set(
  `edition version translation sequel prequel remake adaptation spinoff trailer soundtrack branch subsidiary division offshoot
   franchise outlet chapter volume episode season finale delta mouth source estuary tributary basin crater slope foothill
   museum headquarters suburb outskirts annex extension dome spire antenna roof nave crypt basement deck
   pier cable foundation tail trunk leaf root bark flower fruit seed shell beak bill horn tusk ear wing fin paw hoof male female
   hatchling cub`.split(/\s+/),
);

/** @param noun in singular or plural, lower-cased */
export const isPartNoun = (noun: string): boolean => baseForms(noun).some((form) => PARTS.has(form));
