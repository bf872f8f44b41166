/**
 * Loads TF.js and its backends on demand, without side effects.
 *
 * Nothing is imported before a loader is called. Side effects of the packages on the process are undone: console
 * banners, log lines of the C library, and the listeners by which the WASM build turns every unhandled rejection of
 * the host application into a crash.
 */
import type { BackendName } from './encoder-options.ts';
import { restoringBackend, type TensorFlow } from './runtime.ts';

/** Each imports TF.js and registers one backend; rejects where that backend is not installed. */
export type Loaders = Record<BackendName, () => Promise<TensorFlow>>;

/** The optional package; a variable, so that the compiler does not resolve it. */
const TENSORFLOW_PACKAGE: string = '@tensorflow/tfjs-node';

export const LOADERS: Loaders = {
  tensorflow: () => withEnvironment('TF_CPP_MIN_LOG_LEVEL', '2', loadTensorflow),
  wasm: () => withoutRethrowers(loadWasm),
  cpu: loadCpu,
};

async function loadTensorflow(): Promise<TensorFlow> {
  const tf = await import('@tensorflow/tfjs-core');
  return restoringBackend(tf, async () => {
    await import(TENSORFLOW_PACKAGE);
    // The first tensor starts the C library, which then reads the environment.
    await tf.setBackend('tensorflow');
    tf.scalar(0).dispose();
    return tf;
  });
}

async function loadWasm(): Promise<TensorFlow> {
  const tf = await import('@tensorflow/tfjs-core');
  await import('@tensorflow/tfjs-backend-wasm');
  return restoringBackend(tf, async () => {
    if (!(await withoutWarnings(tf, () => tf.setBackend('wasm')))) {
      throw new Error('the WebAssembly module did not start');
    }
    return tf;
  });
}

async function loadCpu(): Promise<TensorFlow> {
  const tf = await import('@tensorflow/tfjs-core');
  await import('@tensorflow/tfjs-backend-cpu');
  return tf;
}

/** Suppresses TF.js's own console warnings, such as the banner for its Node backend. */
export async function withoutWarnings<T>(tf: TensorFlow, work: () => Promise<T>): Promise<T> {
  const previous = tf.env().getBool('PROD');
  tf.env().set('PROD', true);
  try {
    return await work();
  } finally {
    tf.env().set('PROD', previous);
  }
}

const FATAL_EVENTS = ['uncaughtException', 'unhandledRejection'] as const;

/** Removes listeners for fatal events that were added during `work` and do nothing but throw. */
async function withoutRethrowers<T>(work: () => Promise<T>): Promise<T> {
  const before = FATAL_EVENTS.map((event) => listenersFor(event));
  try {
    return await work();
  } finally {
    FATAL_EVENTS.forEach((event, index) => {
      for (const listener of listenersFor(event)) {
        if (!before[index]?.includes(listener) && /\bthrow (ex|reason)\b/.test(String(listener))) {
          process.off(event, listener);
        }
      }
    });
  }
}

const listenersFor = (event: string) => process.rawListeners(event) as ((...values: unknown[]) => void)[];

/** Sets an environment variable during `work`, unless the user has set it. */
async function withEnvironment<T>(name: string, value: string, work: () => Promise<T>): Promise<T> {
  if (process.env[name] !== undefined) return work();
  process.env[name] = value;
  try {
    return await work();
  } finally {
    delete process.env[name];
  }
}
