/** Words without content of their own: articles, pronouns, prepositions, auxiliaries; what contractions leave. */

/** Folded. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the and or but nor so yet if then than as at by for from in into of off on onto out over to up with within
  without about above across after against along among around because before behind below beneath beside besides
  between beyond despite down during except inside like near since through throughout till toward towards under
  underneath until unless upon via while whereas whether i me my mine myself we us our ours ourselves you your yours
  he him his himself she her hers herself it its itself they them their theirs themselves this that these those who
  whom whose which what where when why how all any both each every either neither few more most other others another
  some such no not only own same too very can could may might must shall should will would do does did done doing am
  is are was were be been being has have had having there here also just even still however therefore thus although
  though s t d ll re ve m`.split(/\s+/),
);

/** Those that carry content, or all where none does. @param words folded */
export function withoutStopWords(words: readonly string[]): readonly string[] {
  const content = words.filter((word) => !STOP_WORDS.has(word));
  return content.length > 0 ? content : words;
}
