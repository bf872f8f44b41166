/** `hallugraph/ai-sdk`: a guard of language models, and the AI SDK's models as those of a detector. */
export { aiSdkChat, aiSdkEmbedder } from '../models/ai-sdk.ts';
export { type Guard, hallucinationGuard } from './guard.ts';
export { type GuardAction, type GuardMetadata, guardMetadata } from './guard-words.ts';
export type { GuardOptions, GuardPolicy } from './guard-settings.ts';
