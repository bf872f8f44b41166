import { describe, expect, it } from 'vitest';
import { FAULTS, type Fault, sufferFault } from '../support/faults.ts';

/** Short enough to wait for where a fault is one of time, and else so long that no answer comes too late. */
const settingsFor = ({ name }: Fault) => ({
  timeoutSeconds: name.includes('hang') ? 3 : 60,
  giveUpSeconds: 1.5,
});

describe('8 calls to a service that fails', () => {
  it.concurrent.each(FAULTS.map((fault) => [fault.name, fault] as const))('%s', async (_name, fault) => {
    const outcome = await sufferFault(fault, settingsFor(fault));
    expect(outcome.repeated).toBe(0);
    if (fault.recovers) {
      expect(outcome).toMatchObject({ answered: 8, lost: 0 });
      // an empty answer is an answer
      const injected = fault.name === 'empty choices' ? 0 : fault.times;
      expect(outcome.requests).toBe(8 + injected);
    } else {
      expect(outcome).toMatchObject({ answered: 0, lost: 8 });
      expect(outcome.error).toContain(fault.says);
      if (fault.says !== 'counts as down') expect(outcome.requests).toBe(fault.answer === null ? 0 : 8);
    }
  });
});
