/**
 * TF.js in use: work runs on one backend, one piece at a time, and leaves the process as it was.
 *
 * TF.js has a single current backend a process. So pieces of work queue up, each is synchronous once it has
 * begun, and the backend that was current before (the host application's, perhaps) is current again afterwards.
 */

import type { BackendChoice, BackendName } from './encoder-options.ts';

export type TensorFlow = typeof import('@tensorflow/tfjs-core');

export interface Runtime extends BackendChoice {
  readonly backend: BackendName;
  /** Runs synchronous tensor work, which disposes of its own tensors. */
  compute<T>(work: (tf: TensorFlow) => T): Promise<T>;
}

let last: Promise<unknown> = Promise.resolve();

/** Runs `work` after all earlier work, whether that succeeded or not. */
export function queued<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}

/** Makes `backend` current for `work`. Call it through {@link queued}. */
export function onBackend<T>(tf: TensorFlow, backend: BackendName, work: (tf: TensorFlow) => T): Promise<T> {
  return restoringBackend(tf, async () => {
    if (!(await tf.setBackend(backend))) {
      throw new Error(`TF.js could not initialise the backend "${backend}"`);
    }
    return work(tf);
  });
}

/** Restores the current backend after `work`. Call it through {@link queued}. */
export async function restoringBackend<T>(tf: TensorFlow, work: () => Promise<T>): Promise<T> {
  // Not tf.getBackend(), which would initialise a backend where there is none.
  const { backendName, registry } = tf.engine();
  try {
    return await work();
  } finally {
    if (backendName in registry && backendName !== tf.engine().backendName) {
      await tf.setBackend(backendName);
    }
  }
}
