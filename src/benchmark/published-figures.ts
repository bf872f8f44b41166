/**
 * Figures that others have published for the public data sets, printed beside those measured here. They are for the
 * full test sets and other models, so they are a yardstick, not a comparison.
 */
import type { DatasetFormat } from '../../datasets/dataset-formats.ts';
import { gcaTables, type PublishedFigures, publishedTable, tripleComTables } from './published-gca.ts';

const RAGTRUTH = 'Niu et al. 2024, RAGTruth (arXiv 2401.00396), full test set';
const REFCHECKER_SOURCE = 'Hu et al. 2024, RefChecker (arXiv 2405.14486)';
const REFCHECKER = `${REFCHECKER_SOURCE}, full benchmark`;

const GRAPHEVAL_GAIN = publishedTable(
  'Sansford et al. 2024, GraphEval (KiL 2024), mean over the full SummEval, QAGS-C and QAGS-X, in points',
  `method                               balanced accuracy
   GraphEval with NLI against NLI alone  +6.2`,
);

/** DRAD calls them AUC; those of SelfCheckGPT are its Table 2's, area under the curve of precision and recall. */
const DRAD = publishedTable(
  'Su et al. 2024, DRAD (arXiv 2407.09417), sentences of WikiBio GPT-3',
  `method                     non-factual AP
   average token entropy      80.73
   average token probability  83.21
   maximum token entropy      85.75
   minimum token probability  87.51
   SelfCheckGPT BERTScore     81.96
   SelfCheckGPT QA            84.26
   SelfCheckGPT n-gram        85.63
   SelfCheckGPT ensemble      87.33
   RHD                        89.31`,
);

const PUBLISHED_FIGURES: Partial<Record<DatasetFormat, readonly PublishedFigures[]>> = {
  ragtruth: [
    publishedTable(
      `${RAGTRUTH}, all three tasks`,
      `method                                  response F1  span F1
       prompt gpt-3.5-turbo                     52.9         12.8
       prompt gpt-4-turbo                       63.4         28.3
       SelfCheckGPT, samples of the same model  58.8         –
       LMvLM                                    49.4         –
       fine-tuned Llama-2-13B                   78.7         52.7`,
    ),
    publishedTable(
      `${RAGTRUTH}: change of the hallucination rate by choosing between two responses`,
      `models                    fewest spans  only without spans
       Llama-2-7B and Mistral-7B  −21.6 %       −63.2 %
       GPT-3.5 and GPT-4          −42.9 %       −51.0 %`,
    ),
    publishedTable(
      `${RAGTRUTH}, QA`,
      `method             response F1
       prompt gpt-4-turbo  45.6`,
    ),
  ],
  phd: gcaTables('phd'),
  triplecom: tripleComTables(),
  'sub-wikibio': gcaTables('sub-wikibio'),
  wikibio: [...gcaTables('wikibio'), DRAD],
  'wikibio-reference': [
    publishedTable(
      `${REFCHECKER_SOURCE}, passages of WikiBio GPT-3: hallucination rates against people, in points`,
      `method       Pearson  Spearman
       RefChecker    80.98    83.92
       SelfCheckGPT  78.32    78.30`,
    ),
  ],
  summeval: [GRAPHEVAL_GAIN],
  qags: [GRAPHEVAL_GAIN],
  refchecker: [
    publishedTable(
      `${REFCHECKER}: checkers, mean over the settings`,
      `method      accuracy  macro-F1
       RoBERTa NLI  76.56     55.88
       AlignScore   78.85     59.45
       GPT-4        74.77     59.80
       RepC-LE-nn   81.27     60.80`,
    ),
    publishedTable(
      `${REFCHECKER}: hallucination rates of responses against people, best pipeline of each setting`,
      `setting           extractor and checker  Pearson  Spearman
       zero context      GPT-4, GPT-4           83.95    82.35
       noisy context     Mistral-SFT, GPT-4     67.29    59.94
       accurate context  GPT-4, GPT-4           58.61    55.50`,
    ),
    publishedTable(
      `${REFCHECKER}: extractors, judged by people`,
      `method       precision  recall  F1
       GPT-4        92.4       88.6    89.3
       Mistral-SFT  90.5       84.8    86.4`,
    ),
  ],
};

export const publishedFigures = (format: string): readonly PublishedFigures[] =>
  Object.hasOwn(PUBLISHED_FIGURES, format) ? (PUBLISHED_FIGURES[format as DatasetFormat] ?? []) : [];
