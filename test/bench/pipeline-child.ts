/**
 * A process that evaluates passages against a service and prints what that took: `pipeline-child URL PASSAGES
 * SETTINGS`, the settings as JSON. One passage goes before, so that nothing is loaded while it is timed.
 */
import { createDetector } from '../../src/detector/create-detector.ts';
import { quint } from '../support/quint.ts';
import { measuring } from './taken.ts';

const [url = '', count = '', settings = '{}'] = process.argv.slice(2);
const env = { OPENAI_API_KEY: 'sk-bench', OPENAI_BASE_URL: url };
const detector = createDetector({ ...JSON.parse(settings), cache: { enabled: false } }, { env });
await detector.evaluate(quint.passage);

const passages = Array.from({ length: Number(count) }, (_, index) => ({
  ...quint.passage,
  id: `quint-${index + 1}`,
}));
const taken = measuring();
let requests = 0;
for await (const { usage } of detector.evaluateAll(passages)) requests += usage.requests;
process.stdout.write(JSON.stringify({ requests, ...taken() }));
