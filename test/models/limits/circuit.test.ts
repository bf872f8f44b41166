import { describe, expect, it } from 'vitest';
import { Circuit } from '../../../src/models/limits/circuit.ts';

/** A circuit that opened at 1000 ms: five requests sent at 500 failed then. */
function opened(): Circuit {
  const circuit = new Circuit(60);
  for (let failure = 0; failure < 5; failure++) circuit.failed(500, 1000);
  return circuit;
}

describe('the circuit', () => {
  it('stays closed for four failures in a row', () => {
    const circuit = new Circuit(60);
    for (let failure = 0; failure < 4; failure++) circuit.failed(0, 0);
    expect([circuit.isOpen, circuit.wait(0)]).toEqual([false, 0]);
    circuit.succeeded();
    circuit.failed(0, 0);
    expect(circuit.isOpen).toBe(false);
  });

  it('opens with the fifth, and then lets one probe through after each pause', () => {
    const circuit = opened();
    expect(circuit.isOpen).toBe(true);
    expect(circuit.wait(1000)).toBe(1000);
    expect(circuit.wait(1999)).toBe(1);
    expect(circuit.wait(2000)).toBe(0);
    // the others wait for the next probe
    expect(circuit.wait(2000)).toBe(2000);
    expect(circuit.wait(4000)).toBe(0);
    expect(circuit.wait(4000)).toBe(4000);
    expect(circuit.wait(8000)).toBe(0);
    expect(circuit.wait(8000)).toBe(8000);
    expect(circuit.wait(16_000)).toBe(0);
    expect(circuit.wait(16_000)).toBe(8000);
  });

  it('closes with an answer, and forgets how long its pauses were', () => {
    const circuit = opened();
    expect(circuit.wait(2000)).toBe(0);
    circuit.succeeded();
    expect([circuit.isOpen, circuit.wait(2000), circuit.silentSeconds(9000)]).toEqual([false, 0, 0]);
    for (let failure = 0; failure < 5; failure++) circuit.failed(3000, 3000);
    expect(circuit.wait(3000)).toBe(1000);
  });

  it('counts as down after the silence that is set, from the first request that failed', () => {
    const circuit = opened();
    expect(circuit.isDown(60_499)).toBe(false);
    expect(circuit.isDown(60_500)).toBe(true);
    expect(circuit.silentSeconds(60_500)).toBe(60);
  });

  it('lets nobody wait past the moment from which the service counts as down', () => {
    const circuit = opened();
    for (const probe of [2000, 4000, 8000, 16_000, 24_000, 32_000, 40_000, 48_000, 56_000])
      circuit.wait(probe);
    expect(circuit.wait(58_000)).toBe(2500);
  });

  it('lets a probe through even then, for whoever asks later', () => {
    const circuit = opened();
    expect(circuit.wait(100_000)).toBe(0);
  });
});
