import { describe, expect, it } from 'vitest';
import { BackendError } from '../../../src/errors.ts';
import { nliClasses } from '../../../src/models/transformers/nli-labels.ts';

const classes = (...labels: string[]) => nliClasses(Object.fromEntries(labels.entries()), 'some/model');

describe('the classes of a model', () => {
  it('are read in any order and case', () => {
    expect(classes('contradiction', 'neutral', 'entailment')).toEqual([
      'contradiction',
      'neutral',
      'entailment',
    ]);
    expect(classes('ENTAILMENT', 'Neutral', 'CONTRADICTION')).toEqual([
      'entailment',
      'neutral',
      'contradiction',
    ]);
  });

  it('follow the positions, not the order of the keys', () => {
    const id2label = { '2': 'entailment', '0': 'neutral', '1': 'contradiction' };
    expect(nliClasses(id2label, 'm')).toEqual(['neutral', 'contradiction', 'entailment']);
  });

  it('of two are entailment and contradiction, whatever the other one is called', () => {
    for (const other of ['not_entailment', 'not entailment', 'Non-Entailment', 'contradiction']) {
      expect(classes(other, 'entailment')).toEqual(['contradiction', 'entailment']);
    }
  });

  it('of a model of consistency are those of inference', () => {
    expect(classes('hallucinated', 'consistent')).toEqual(['contradiction', 'entailment']);
    expect(classes('consistent')).toEqual(['entailment']);
  });

  it.each([
    ['one numbered label', ['LABEL_0']],
    ['one label of the wrong kind', ['contradiction']],
    ['numbered labels', ['LABEL_0', 'LABEL_1', 'LABEL_2']],
    ['another task', ['negative', 'positive']],
    ['a label twice', ['entailment', 'entailment', 'neutral']],
    ['two of three', ['entailment', 'neutral']],
    ['a fourth label', ['entailment', 'neutral', 'contradiction', 'other']],
    ['not_entailment among three', ['entailment', 'neutral', 'not_entailment']],
  ])('are refused for %s, with the labels there are', (_name, labels) => {
    const read = () => classes(...labels);
    expect(read).toThrow(BackendError);
    expect(read).toThrow(`(${labels.join(', ')})`);
  });

  it('are refused where the configuration names none', () => {
    expect(() => nliClasses(undefined, 'some/model')).toThrow(/some\/model.*\(none\)/);
  });
});
