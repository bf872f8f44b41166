/**
 * The public data sets: origin, licence and content. None of them is part of this package.
 *
 * Counts were taken from the papers and from copies of the files; null checksums are unknown, so that of the first
 * download is stored beside the file (see `fetch-dataset.ts`).
 */
import type { DatasetFormat } from './dataset-formats.ts';
import { RAGTRUTH_FILES } from './ragtruth.ts';

/** What a file holds, in words. */
export const CONTENT_WORDS = {
  passages: 'passages',
  factual: 'factual passages',
  nonFactual: 'non-factual passages',
  sentences: 'labelled sentences',
  /** Sentences by their scores 0, 0.5 and 1. */
  accurate: 'accurate sentences',
  minor: 'minor inaccurate sentences',
  major: 'major inaccurate sentences',
  factualClaims: 'factual claims',
  nonFactualClaims: 'non-factual claims',
  spans: 'hallucinated spans',
  triples: 'labelled triples',
  /** Sources of responses, where they are in a separate file. */
  sources: 'sources',
  samples: 'samples',
  ids: 'ids',
};

export type ContentCounts = Record<keyof typeof CONTENT_WORDS, number>;

export interface RegistryFile {
  name: string;
  /** Addresses, the public origin first; the next is tried after a 404. */
  urls: readonly string[];
  /** `ids` for a list that selects passages of another data set, `ragtruth-sources` for what its responses rest on. */
  format: DatasetFormat | 'ids' | 'ragtruth-sources';
  /** Lower-case hexadecimal; null where none is published. */
  sha256: string | null;
  /** What is known of its content. */
  content: Partial<ContentCounts>;
}

export interface RegistryEntry {
  /** Its name for `datasets fetch`. */
  name: string;
  title: string;
  what: string;
  home: string;
  /** As stated by its authors; null where they state none. */
  licence: string | null;
  citation: string;
  /** Other origins that its downloads redirect to; no other one is followed. */
  origins?: readonly string[];
  /** Empty where there is no file to download. */
  files: readonly RegistryFile[];
  /** How to obtain it, where it cannot be downloaded. */
  byHand?: string;
}

const GITHUB = 'https://raw.githubusercontent.com';
const GCA = `${GITHUB}/GCA-hallucinationdetection/GCA/a6f27357e7fef9f61908abb141805728f67abd72`;
const PHD = `${GITHUB}/maybenotime/PHD/7d271110648300c800a106226ba548a9dfc76879`;
const WIKIBIO =
  'https://huggingface.co/datasets/potsawee/wiki_bio_gpt3_hallucination/resolve/3a965f42c706480b0d6bedea37b4f646322ea8a3';

/** Where Hugging Face keeps large files. */
const HUGGING_FACE_ORIGINS = [
  'https://cdn-lfs.hf.co',
  'https://cdn-lfs-us-1.hf.co',
  'https://cdn-lfs-eu-1.hf.co',
  'https://cdn-lfs.huggingface.co',
  'https://cas-bridge.xethub.hf.co',
];

const PHD_CITATION =
  'Yang, Sun, Wan: A New Benchmark and Reverse Validation Method for Passage-level Hallucination Detection. Findings of EMNLP 2023. https://aclanthology.org/2023.findings-emnlp.256';
const GCA_CITATION =
  'Fang et al.: Zero-resource Hallucination Detection for Text Generation via Graph-based Contextual Knowledge Triples Modeling. AAAI 2025. https://arxiv.org/abs/2409.11283';

/** The authors' repository, and a copy at a commit known to hold the file. */
const graphUncertaintyUrls = (file: string): string[] => [
  `${GITHUB}/Mingjianjiang-1/Graph-based-Uncertainty/HEAD/experiments/${file}`,
  `${GITHUB}/boyu-zhu/Graph-based-Uncertainty/75e571149a6cc902f77411d85ecca052f4955e12/experiments/${file}`,
];

const RAGTRUTH = `${GITHUB}/ParticleMedia/RAGTruth/HEAD/dataset`;
const QAGS = `${GITHUB}/W4ngatang/qags/07449840cc46a1980b4623644cff726b4fa4a371/data`;
const REFCHECKER = `${GITHUB}/amazon-science/RefChecker/HEAD/benchmark/human_annotations_v1`;

const file = (
  name: string,
  urls: readonly string[],
  format: RegistryFile['format'],
  content: RegistryFile['content'],
): RegistryFile => ({ name, urls, format, sha256: null, content });

/** One file per setting and model. */
function refCheckerFiles(): RegistryFile[] {
  const settings = { zero_context: 'nq', noisy_context: 'msmarco', accurate_context: 'dolly' };
  const models = 'alpaca_7B chatgpt claude2 davinci001 falcon_40B_instruct gpt4 llama2_70b_chat'.split(' ');
  return Object.entries(settings).flatMap(([folder, set]) =>
    models.map((model) => {
      const name = `${set}_${model}_answers.json`;
      return file(name, [`${REFCHECKER}/${folder}/${name}`], 'refchecker', { passages: 100 });
    }),
  );
}

export const REGISTRY: readonly RegistryEntry[] = [
  {
    name: 'phd',
    title: 'PHD with samples',
    what: 'ChatGPT passages about Wikipedia entities, labelled as a whole, with 3 samples each',
    home: 'https://github.com/GCA-hallucinationdetection/GCA',
    licence: null,
    citation: `${PHD_CITATION}; samples: ${GCA_CITATION}`,
    files: [
      file('phd_with_samples.json', [`${GCA}/PHD/selfcheckgpt-nli/sampled_phd_benchmark.json`], 'phd', {
        passages: 300,
        samples: 900,
      }),
    ],
  },
  {
    name: 'phd-benchmark',
    title: 'PHD as its authors published it',
    what: 'the same passages without samples, in three groups by how often the entity occurs on the web',
    home: 'https://github.com/maybenotime/PHD',
    licence: null,
    citation: PHD_CITATION,
    files: [file('PHD_benchmark.json', [`${PHD}/PHD_benchmark.json`], 'phd', { passages: 300 })],
  },
  {
    name: 'wikibio',
    title: 'WikiBio GPT-3 hallucination',
    what: 'GPT-3 biographies with 20 samples each, every sentence labelled by people',
    home: 'https://huggingface.co/datasets/potsawee/wiki_bio_gpt3_hallucination',
    origins: HUGGING_FACE_ORIGINS,
    licence: 'CC BY-SA 3.0',
    citation:
      'Manakul, Liusie, Gales: SelfCheckGPT: Zero-Resource Black-Box Hallucination Detection for Generative Large Language Models. EMNLP 2023. https://arxiv.org/abs/2303.08896',
    files: [
      file('wiki_bio_gpt3_hallucination.json', [`${WIKIBIO}/dataset.json`], 'wikibio', {
        passages: 238,
        factual: 12,
        nonFactual: 226,
        sentences: 1908,
        accurate: 516,
        minor: 631,
        major: 761,
        samples: 4760,
      }),
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
      file('sub_wikibio_dataset.json', [`${GCA}/PHD/RV/wikibio-dataset/sub_wikibio_dataset.json`], 'ids', {
        ids: 60,
      }),
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
      file(
        'factscore_gpt-3.5-turbo_bipartite.json',
        graphUncertaintyUrls('factscore/gpt-3.5-turbo/factscore_gpt-3.5-turbo_bipartite.json'),
        'graph-uncertainty',
        { passages: 100, samples: 1000, factualClaims: 416, nonFactualClaims: 181 },
      ),
      file(
        'pop_qa_filtered_gpt-4_bipartite.json',
        graphUncertaintyUrls('pop_qa_filtered/gpt-4/pop_qa_filtered_gpt-4_bipartite.json'),
        'graph-uncertainty',
        { passages: 100, samples: 1000, factualClaims: 624, nonFactualClaims: 172 },
      ),
    ],
  },
  {
    name: 'ragtruth',
    title: 'RAGTruth',
    what: 'responses of 6 models to questions with passages, business records and news, hallucinated spans marked by people',
    home: 'https://github.com/ParticleMedia/RAGTruth',
    licence: 'MIT',
    citation:
      'Niu et al.: RAGTruth: A Hallucination Corpus for Developing Trustworthy Retrieval-Augmented Language Models. ACL 2024. https://arxiv.org/abs/2401.00396',
    files: [
      file(RAGTRUTH_FILES.responses, [`${RAGTRUTH}/response.jsonl`], 'ragtruth', { passages: 17790 }),
      file(RAGTRUTH_FILES.sources, [`${RAGTRUTH}/source_info.jsonl`], 'ragtruth-sources', { sources: 2965 }),
    ],
  },
  {
    name: 'summeval',
    title: 'SummEval',
    what: '16 summaries of each of 100 CNN/DailyMail articles, rated by experts',
    home: 'https://github.com/Yale-LILY/SummEval',
    licence: 'MIT',
    citation:
      'Fabbri, Kryściński, McCann, Xiong, Socher, Radev: SummEval: Re-evaluating Summarization Evaluation. TACL 2021. https://arxiv.org/abs/2007.12626',
    files: [],
    byHand:
      'its home shares the annotations without the articles: follow "Data preparation" there (pair_data.py), then name the paired file by --data',
  },
  {
    name: 'qags',
    title: 'QAGS',
    what: 'summaries of CNN/DailyMail and XSum articles, every sentence judged by three crowd workers',
    home: 'https://github.com/W4ngatang/qags',
    licence: null,
    citation:
      'Wang, Cho, Lewis: Asking and Answering Questions to Evaluate the Factual Consistency of Summaries. ACL 2020. https://arxiv.org/abs/2004.04228',
    files: [
      file('mturk_cnndm.jsonl', [`${QAGS}/mturk_cnndm.jsonl`], 'qags', { passages: 235 }),
      file('mturk_xsum.jsonl', [`${QAGS}/mturk_xsum.jsonl`], 'qags', { passages: 239 }),
    ],
  },
  {
    name: 'refchecker',
    title: 'KnowHalBench of RefChecker',
    what: 'answers of 7 models in 3 settings, cut into triplets by Claude 2, every triplet labelled by people; references can be added',
    home: 'https://github.com/amazon-science/RefChecker',
    licence: 'CC BY 4.0',
    citation:
      'Hu et al.: RefChecker: Reference-based Fine-grained Hallucination Checker and Benchmark for Large Language Models. 2024. https://arxiv.org/abs/2405.14486',
    files: refCheckerFiles(),
  },
];
