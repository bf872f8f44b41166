/** Detection and correction by a service (`hallugraph serve`) instead of this process. */
import { underOwnSignal } from '../common/call-signal.ts';
import { closedError } from './check-options.ts';
import { checkPassage } from './check-passage.ts';
import type { Correction, Corrector } from './corrector-interface.ts';
import type { Detector, EvaluateOptions } from './detector-interface.ts';
import type { ServiceAddress } from './service-call.ts';
import { ConfigError } from '../errors.ts';
import { evaluateAllBy } from './evaluate-all.ts';
import type { PartsDescription } from './parts.ts';
import type { PassageVerdict, UnnamedPassage } from '../passage.ts';

export type RemoteCorrector = Pick<Corrector, 'correctPassage' | 'close'>;

/** The default concurrency of a service without models. */
const PASSAGES_AT_ONCE = 4;

export function remoteDetector(address: ServiceAddress): Detector {
  checkAddress(address);
  const { method = 'evaluate' } = address;
  let isClosed = false;
  const evaluate: Detector['evaluate'] = async (passage, options) => {
    if (isClosed) throw closedError();
    return (await callOn(address, method, passage, options)) as PassageVerdict;
  };
  return {
    evaluate,
    evaluateAll: evaluateAllBy(evaluate, PASSAGES_AT_ONCE),
    async describe() {
      const { askService } = await import('./service-call.ts');
      const described = (await askService('v1/describe', address)) as Record<string, PartsDescription>;
      return described[method] as PartsDescription;
    },
    async close() {
      isClosed = true;
    },
  };
}

export function remoteCorrector(address: Omit<ServiceAddress, 'method'>): RemoteCorrector {
  checkAddress(address);
  return {
    correctPassage: async (passage, options) =>
      (await callOn(address, 'correct', passage, options)) as Correction,
    close: async () => {},
  };
}

async function callOn(
  address: ServiceAddress,
  method: string,
  input: UnnamedPassage,
  { signal, onProgress }: EvaluateOptions = {},
): Promise<unknown> {
  signal?.throwIfAborted();
  const passage = checkPassage(input, 'passage');
  const { callMethod } = await import('./service-call.ts');
  return underOwnSignal(signal, (own) => callMethod(method, passage, { address, signal: own, onProgress }));
}

const KEYS = ['url', 'token', 'method', 'maxRetries', 'maxAnswerBytes'];

/** @throws ConfigError for an invalid address, without the token */
function checkAddress(address: ServiceAddress): void {
  const others = Object.keys(address).filter((key) => !KEYS.includes(key));
  if (others.length > 0)
    throw new ConfigError(
      `${others.join(', ')}: cannot be combined with url: the service uses its own configuration`,
    );
  const { url, token = '', maxRetries = 0, maxAnswerBytes = 1 } = address;
  const { protocol, username, password } = URL.canParse(String(url)) ? new URL(url) : { protocol: '' };
  if (!/^https?:$/.test(protocol)) throw new ConfigError('url: expected the http address of a service');
  if (username || password) throw new ConfigError('url: give the secret as token, not in the address');
  if (!/^[\x21-\x7e]*$/.test(token)) throw new ConfigError('token: expected printable ASCII without spaces');
  if (!(Number.isInteger(maxRetries) && maxRetries >= 0))
    throw new ConfigError('maxRetries: expected a whole number, 0 or more');
  if (!(Number.isInteger(maxAnswerBytes) && maxAnswerBytes >= 1))
    throw new ConfigError('maxAnswerBytes: expected a whole number, 1 or more');
}
