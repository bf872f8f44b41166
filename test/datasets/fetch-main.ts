/** Fetches as a process of its own, which a test may kill. Arguments: address, cache folder. */
import { fetchDataset } from '../../datasets/fetch-dataset.ts';
import { registryOf } from './registry-of.ts';

const [url, folder] = process.argv.slice(2) as [string, string];
await fetchDataset(registryOf([url]), { folder });
