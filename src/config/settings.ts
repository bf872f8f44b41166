/** Single settings: flags and environment variables, each a separate layer. */
import { isScalar, parseDocument } from 'yaml';
import { ConfigError } from '../errors.ts';
import { type Layer, nest } from './layers.ts';

const PREFIX = 'HALLUGRAPH_';
/** Variables with the prefix that are not settings. */
const RESERVED = new Set([
  'HALLUGRAPH_DEBUG',
  'HALLUGRAPH_CACHE',
  'HALLUGRAPH_DATASETS_URL',
  'HALLUGRAPH_TOKEN',
  'HALLUGRAPH_QUEUE',
]);

/** What Kubernetes sets in every container for a Service named `hallugraph` or `hallugraph-...`; a setting is never an address. */
const isOfService = (name: string, value: string): boolean =>
  /^HALLUGRAPH_(?:\w+_)?(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)$/.test(name) ||
  (name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value));

/** `scoring.weights.head=0.5` as a layer. @throws ConfigError when it is not of the form key=value */
export function assignmentLayer(assignment: string): Layer {
  const [key = '', ...rest] = assignment.split('=');
  const path = key.trim().split('.');
  const value = rest.join('=').trim();
  if (value === '' || path.includes('')) {
    throw new ConfigError(`--set ${key}: expected key=value, as in --set sampling.n=5`);
  }
  return { name: `--set ${key.trim()}`, values: nest(path, typedValue(value)) };
}

/**
 * `HALLUGRAPH_SCORING__WEIGHTS__HEAD=.5` as `scoring.weights.head`: two underscores between keys, one between
 * the words of a key. Sorted by name, so that the order of the environment does not matter.
 */
export function environmentLayers(env: Readonly<Record<string, string | undefined>>): Layer[] {
  return Object.entries(env)
    .map(([name, value = '']) => ({ name, value: value.trim() }))
    .filter(
      ({ name, value }) =>
        name.startsWith(PREFIX) && !RESERVED.has(name) && value !== '' && !isOfService(name, value),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, value }) => {
      const path = name.slice(PREFIX.length).split('__').map(camelCase);
      return { name, values: nest(path, typedValue(value)) };
    });
}

function camelCase(name: string): string {
  return name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** A number, boolean, list or group as YAML parses it; anything else is text. */
function typedValue(text: string): unknown {
  const document = parseDocument(text);
  if (document.errors.length > 0) return text;
  if (isScalar(document.contents)) return document.contents.value;
  if (!/^[[{]/.test(text)) return text;
  try {
    return document.toJS();
  } catch {
    return text;
  }
}
