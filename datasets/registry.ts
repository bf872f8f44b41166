/**
 * The public data sets: where they are at home, under which licence, and what they hold. None of them is part of
 * this package.
 *
 * Counts were taken from the papers and from copies of the files; null checksums are not known beforehand, so the
 * one of the first download is kept beside the file (see `fetch.ts`).
 */
import type { DatasetFormat } from './open-dataset.ts';

/** What a file of a data set holds. */
export interface ContentCounts {
  passages: number;
  factual: number;
  nonFactual: number;
  sentences: number;
  /** Sentences by their scores 0, 0.5 and 1. */
  accurate: number;
  minor: number;
  major: number;
  factualClaims: number;
  nonFactualClaims: number;
  /** Samples of all passages together. */
  samples: number;
  /** Entries of a list of ids. */
  ids: number;
}

export interface RegistryFile {
  /** Its name here. */
  name: string;
  /** Addresses, the public home first; the next is tried where one answers that it has no such file. */
  urls: readonly string[];
  /** `ids` for a list that selects passages of another data set. */
  format: DatasetFormat | 'ids';
  /** Lower-case hexadecimal; null where none is published. */
  sha256: string | null;
  /** What is known of its content. */
  content: Partial<ContentCounts>;
}

export interface RegistryEntry {
  /** As `datasets fetch` takes it. */
  name: string;
  title: string;
  what: string;
  home: string;
  /** As stated by its authors; null where they state none. */
  licence: string | null;
  citation: string;
  files: readonly RegistryFile[];
}

const GITHUB = 'https://raw.githubusercontent.com';
const GCA = `${GITHUB}/GCA-hallucinationdetection/GCA/a6f27357e7fef9f61908abb141805728f67abd72`;
const PHD = `${GITHUB}/maybenotime/PHD/7d271110648300c800a106226ba548a9dfc76879`;
const WIKIBIO =
  'https://huggingface.co/datasets/potsawee/wiki_bio_gpt3_hallucination/resolve/3a965f42c706480b0d6bedea37b4f646322ea8a3';

const PHD_CITATION =
  'Yang, Sun, Wan: A New Benchmark and Reverse Validation Method for Passage-level Hallucination Detection. Findings of EMNLP 2023. https://aclanthology.org/2023.findings-emnlp.256';
const GCA_CITATION =
  'Fang et al.: Zero-resource Hallucination Detection for Text Generation via Graph-based Contextual Knowledge Triples Modeling. AAAI 2025. https://arxiv.org/abs/2409.11283';

/** The authors' home, and a copy of it whose commit is known to hold the file. */
const graphUncertaintyUrls = (file: string): string[] => [
  `${GITHUB}/Mingjianjiang-1/Graph-based-Uncertainty/HEAD/experiments/${file}`,
  `${GITHUB}/boyu-zhu/Graph-based-Uncertainty/75e571149a6cc902f77411d85ecca052f4955e12/experiments/${file}`,
];

export const REGISTRY: readonly RegistryEntry[] = [
  {
    name: 'phd',
    title: 'PHD with samples',
    what: 'ChatGPT passages about Wikipedia entities, labelled as a whole, with 3 samples each',
    home: 'https://github.com/GCA-hallucinationdetection/GCA',
    licence: null,
    citation: `${PHD_CITATION}; samples: ${GCA_CITATION}`,
    files: [
      {
        name: 'phd_with_samples.json',
        urls: [`${GCA}/PHD/selfcheckgpt-nli/sampled_phd_benchmark.json`],
        format: 'phd',
        sha256: null,
        content: { passages: 300, samples: 900 },
      },
    ],
  },
  {
    name: 'phd-benchmark',
    title: 'PHD as its authors published it',
    what: 'the same passages without samples, in three groups by how often the entity occurs on the web',
    home: 'https://github.com/maybenotime/PHD',
    licence: null,
    citation: PHD_CITATION,
    files: [
      {
        name: 'PHD_benchmark.json',
        urls: [`${PHD}/PHD_benchmark.json`],
        format: 'phd',
        sha256: null,
        content: { passages: 300 },
      },
    ],
  },
  {
    name: 'wikibio',
    title: 'WikiBio GPT-3 hallucination',
    what: 'GPT-3 biographies with 20 samples each, every sentence labelled by people',
    home: 'https://huggingface.co/datasets/potsawee/wiki_bio_gpt3_hallucination',
    licence: 'CC BY-SA 3.0',
    citation:
      'Manakul, Liusie, Gales: SelfCheckGPT: Zero-Resource Black-Box Hallucination Detection for Generative Large Language Models. EMNLP 2023. https://arxiv.org/abs/2303.08896',
    files: [
      {
        name: 'wiki_bio_gpt3_hallucination.json',
        urls: [`${WIKIBIO}/dataset.json`],
        format: 'wikibio',
        sha256: null,
        content: {
          passages: 238,
          factual: 12,
          nonFactual: 226,
          sentences: 1908,
          accurate: 516,
          minor: 631,
          major: 761,
          samples: 4760,
        },
      },
    ],
  },
  {
    name: 'sub-wikibio',
    title: 'sub-WikiBio: the part of WikiBio the GCA paper uses',
    what: '60 passages of WikiBio, 12 factual and 48 non-factual, by their opening words; needs wikibio',
    home: 'https://github.com/GCA-hallucinationdetection/GCA',
    licence: null,
    citation: GCA_CITATION,
    files: [
      {
        name: 'sub_wikibio_dataset.json',
        urls: [`${GCA}/PHD/RV/wikibio-dataset/sub_wikibio_dataset.json`],
        format: 'ids',
        sha256: null,
        content: { ids: 60 },
      },
    ],
  },
  {
    name: 'graph-uncertainty',
    title: 'Claims of Graph-based Uncertainty',
    what: 'GPT-3.5 biographies and GPT-4 PopQA answers with 10 samples each, claims labelled by GPT-4',
    home: 'https://github.com/Mingjianjiang-1/Graph-based-Uncertainty',
    licence: null,
    citation:
      'Jiang, Ruan, Sattigeri, Roukos, Hashimoto: Graph-based Uncertainty Metrics for Long-form Language Model Outputs. NeurIPS 2024. https://arxiv.org/abs/2410.20783',
    files: [
      {
        name: 'factscore_gpt-3.5-turbo_bipartite.json',
        urls: graphUncertaintyUrls('factscore/gpt-3.5-turbo/factscore_gpt-3.5-turbo_bipartite.json'),
        format: 'graph-uncertainty',
        sha256: null,
        content: { passages: 100, samples: 1000, factualClaims: 416, nonFactualClaims: 181 },
      },
      {
        name: 'pop_qa_filtered_gpt-4_bipartite.json',
        urls: graphUncertaintyUrls('pop_qa_filtered/gpt-4/pop_qa_filtered_gpt-4_bipartite.json'),
        format: 'graph-uncertainty',
        sha256: null,
        content: { passages: 100, samples: 1000, factualClaims: 624, nonFactualClaims: 172 },
      },
    ],
  },
];
