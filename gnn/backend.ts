/**
 * The choice of a TF.js backend at run time: TensorFlow's C library where `@tensorflow/tfjs-node` is installed and
 * sound, else WebAssembly, else plain JavaScript.
 *
 * That a package imports says little: on some versions of Node the first operation throws, a missing native addon
 * throws on import. So a backend is accepted only after it has computed a small message passing step correctly.
 */
import { BackendError } from '../src/errors.ts';
import type { BackendName, RejectedBackend } from './encoder-options.ts';
import { LOADERS, type Loaders, withoutWarnings } from './loaders.ts';
import { gatherRows, rowIndex, scatterRows } from './matrix-rows.ts';
import { queued, onBackend, type Runtime, type TensorFlow } from './runtime.ts';

export const BACKENDS: readonly BackendName[] = ['tensorflow', 'wasm', 'cpu'];

const REMEDIES: Record<BackendName, string> = {
  tensorflow: 'install @tensorflow/tfjs-node on a version of Node that it supports, or use backend "auto"',
  wasm: 'reinstall @tensorflow/tfjs-backend-wasm, or use backend "auto"',
  cpu: 'reinstall @tensorflow/tfjs-backend-cpu',
};

/**
 * Loads TF.js and finds a backend that works.
 *
 * @param requested `auto` takes the first that passes the probe; a name takes that backend or fails
 * @throws BackendError when the requested backend, or every backend, fails; the message says what to do
 */
export async function openRuntime(
  requested: BackendName | 'auto',
  loaders: Loaders = LOADERS,
): Promise<Runtime> {
  const rejected: RejectedBackend[] = [];
  for (const backend of requested === 'auto' ? BACKENDS : [requested]) {
    try {
      const tf = await queued(() => loadAndProbe(backend, loaders));
      return { backend, rejected, compute: (work) => queued(() => onBackend(tf, backend, work)) };
    } catch (error) {
      rejected.push({ backend, reason: firstLine(error) });
    }
  }
  const causes = rejected.map(({ backend, reason }) => `${backend}: ${reason}`).join('; ');
  const remedy = REMEDIES[requested === 'auto' ? 'cpu' : requested];
  throw new BackendError(`No TF.js backend works for "${requested}" (${causes}): ${remedy}.`);
}

async function loadAndProbe(backend: BackendName, loaders: Loaders): Promise<TensorFlow> {
  const tf = await loaders[backend]();
  await withoutWarnings(tf, () => onBackend(tf, backend, probe));
  return tf;
}

/**
 * Message passing by hand: two rows [1, 2] and [3, 4] both sent to node 1 make [4, 6]; times the matrix
 * [[1, 0], [0, 2]] that is [4, 12].
 *
 * @throws Error when an operation is missing or a value is wrong
 */
function probe(tf: TensorFlow): void {
  const result = tf.tidy(() => {
    const rows = rowIndex(tf, Int32Array.of(0, 1));
    const targets = rowIndex(tf, Int32Array.of(1, 1));
    const sent = gatherRows(tf, tf.tensor2d([1, 2, 3, 4], [2, 2]), rows);
    return tf.matMul(scatterRows(tf, sent, targets, 2), tf.tensor2d([1, 0, 0, 2], [2, 2]));
  });
  const found = [...result.dataSync()].join(' ');
  tf.dispose(result);
  if (found !== '0 0 4 12') throw new Error(`wrong results in the probe: ${found}`);
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // Without the installation path, which is of no use to readers.
  const [line = ''] = message.trim().split('\n', 1);
  return line.replace(/ imported from \S+$/, '');
}
