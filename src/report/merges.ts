/** What was taken for one thing across the responses of a passage, so that a wrong merge can be seen. */
import type { Mention, MentionGroup, PassageVerdict } from '../passage.ts';
import { figure, oneLine } from '../format/text.ts';

/** `id: Marie Curie = Curie (alias), M. Curie (0.88)`: a line for each entity and relation type with several forms. */
export function mergeLines({ passage, trace }: PassageVerdict): string[] {
  return [...trace.identity.entities, ...trace.identity.relations]
    .filter(({ mentions }) => mentions.length > 1)
    .map((group) => oneLine(`${passage.id}: ${describe(group)}`));
}

function describe({ label, mentions }: MentionGroup): string {
  const others = mentions
    .filter(({ text }) => text !== label)
    .map((mention) => `${mention.text}${why(mention)}`);
  return `${label} = ${others.join(', ')}`;
}

/** Why a form joined: nothing to say where only case, articles and the like differ. */
function why({ mergedBy, similarity }: Mention): string {
  if (mergedBy === 'alias') return ' (short form)';
  return mergedBy === 'embedding' ? ` (${figure(similarity)})` : '';
}
