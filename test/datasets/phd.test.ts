import { describe, expect, it } from 'vitest';
import { open, phdRow } from './published-rows.ts';

describe('PHD', () => {
  it('reads the benchmark form: groups, prompt, label', () => {
    const { format, passages } = open({
      'PHD-High': [phdRow('Geophysics')],
      'PHD-Low': [phdRow('Ahitophel', 'non-factual')],
    });
    expect(format).toBe('phd');
    expect(passages).toEqual([
      {
        passage: {
          id: 'Geophysics',
          prompt: 'Please write a brief Wikipedia for Geophysics',
          response: 'Geophysics is a thing.',
        },
        label: 'factual',
        group: 'PHD-High',
      },
      {
        passage: {
          id: 'Ahitophel',
          prompt: 'Please write a brief Wikipedia for Ahitophel',
          response: 'Ahitophel is a thing.',
        },
        label: 'non-factual',
        group: 'PHD-Low',
      },
    ]);
  });

  it('knows the groups by the names of an earlier version', () => {
    const { format, passages } = open({
      wiki_1000w: [phdRow('Lethe')],
      wiki_10w: [phdRow('Ahitophel')],
      wiki_1y: [phdRow('Geophysics')],
    });
    expect(format).toBe('phd');
    expect(passages.map(({ group }) => group)).toEqual(['PHD-Medium', 'PHD-Low', 'PHD-High']);
  });

  it('reads the form with samples', () => {
    const { passages } = open([
      { ...phdRow('Geophysics'), samples_text: ['One.', 'Two.'], sentences: ['ignored'] },
    ]);
    expect(passages[0]?.passage.samples).toEqual(['One.', 'Two.']);
    expect(passages[0]).not.toHaveProperty('group');
  });

  it('gives every passage an id of its own when entities repeat', () => {
    const { passages } = open(['A', 'A', 'A (2)', 'A'].map((entity) => phdRow(entity)));
    const ids = passages.map(({ passage }) => passage.id);
    expect(new Set(ids).size).toBe(4);
    expect(ids.slice(0, 2)).toEqual(['A', 'A (2)']);
  });

  it('names group, row and field of what is wrong', () => {
    const wrong = { 'PHD-High': [phdRow('A'), { ...phdRow('B'), label: 'unsure' }] };
    expect(() => open(wrong)).toThrow(/data\.json, line \d+ \(PHD-High row 2\): field "label"/);
    expect(() => open({ 'PHD-High': phdRow('A') })).toThrow(/field "PHD-High"/);
    expect(() => open([{ ...phdRow('A'), samples_text: [1] }])).toThrow(/row 1.*field "samples_text\.0"/);
  });
});
