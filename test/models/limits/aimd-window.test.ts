import { describe, expect, it } from 'vitest';
import { AimdWindow } from '../../../src/models/limits/aimd-window.ts';

describe('the window of requests in flight', () => {
  it('begins fully open and never grows beyond that', () => {
    const window = new AimdWindow(8);
    window.grow();
    expect([window.slots, window.share]).toEqual([8, 1]);
  });

  it('halves once for all requests that were in flight together', () => {
    const window = new AimdWindow(8);
    window.shrink(0, 100);
    window.shrink(50, 101);
    expect(window.slots).toBe(4);
    window.shrink(150, 200);
    expect(window.slots).toBe(2);
  });

  it('grows by a part of one for each answer, so by about one for a full window', () => {
    const window = new AimdWindow(16);
    window.shrink(0, 1);
    window.grow();
    window.grow();
    // 8 + 1/8 + 1/8.125
    expect(window.share * 16).toBeCloseTo(8.248077, 6);
    for (let answer = 0; answer < 7; answer++) window.grow();
    expect(window.slots).toBe(9);
  });

  it('keeps one slot, while the share falls on to a bound', () => {
    const window = new AimdWindow(2);
    for (let time = 1; time < 20; time++) window.shrink(time, time);
    expect(window.slots).toBe(1);
    expect(window.share).toBe(0.125);
  });
});
