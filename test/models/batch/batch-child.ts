/** A process that runs two conversations through the Batch API and prints what they came to: `batch-child FOLDER URL`. */
import { converseByBatch } from '../../support/batch-conversation.ts';

const [folder = '', url = ''] = process.argv.slice(2);
const { results } = await converseByBatch(folder, ['p1', 'p2'], { url, asks: true });
process.stdout.write(JSON.stringify(results));
