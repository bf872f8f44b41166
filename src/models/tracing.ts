/** OpenTelemetry spans for the provider registered by the program; the API is loaded only if telemetry is on. */
import type { Attributes, Span, SpanKind } from '@opentelemetry/api';
import type { Config } from '../config/schema.ts';
import { ModelCallError } from '../errors.ts';
import { withoutPackage } from './optional-package.ts';

const API = '@opentelemetry/api';

export interface Tracing {
  /** Whether spans include prompts and answers. */
  readonly content: boolean;
  /** Runs work in a child span of the current stage. An error is recorded on the span and rethrown. */
  within<T>(
    given: { name: string; kind?: keyof typeof SpanKind; attributes: Attributes },
    work: (own: OpenSpan) => Promise<T>,
  ): Promise<T>;
}

export interface OpenSpan {
  set(attributes: Attributes): void;
  /** Starts a child span, and ends the previous stage. */
  stage(name: string): void;
}

/** Null if telemetry is off. @throws BackendError if the API is not installed */
export async function openTracing(level: Config['telemetry']): Promise<Tracing | null> {
  if (level === undefined || level === 'off') return null;
  const api = await import('@opentelemetry/api').catch(withoutPackage(API, 'leave telemetry off'));
  return tracingBy(api, level === 'content');
}

function tracingBy(
  { context, createContextKey, SpanKind, SpanStatusCode, trace }: typeof import('@opentelemetry/api'),
  content: boolean,
): Tracing {
  const tracer = trace.getTracer('hallugraph');
  /** The current context: `{ span }`, the stage that new spans are children of. */
  const STAGE = createContextKey('hallugraph stage');

  function current() {
    const active = context.active();
    const stage = active.getValue(STAGE) as { span?: Span } | undefined;
    return stage?.span ? trace.setSpan(active, stage.span) : active;
  }

  return {
    content,
    async within({ name, kind = 'INTERNAL', attributes }, work) {
      const around = current();
      const span = tracer.startSpan(name, { kind: SpanKind[kind], attributes }, around);
      const below = trace.setSpan(around, span);
      const stage: { span?: Span } = {};
      const own: OpenSpan = {
        set: (found) => span.setAttributes(found),
        stage(next) {
          stage.span?.end();
          stage.span = tracer.startSpan(next, {}, below);
        },
      };
      try {
        return await context.with(below.setValue(STAGE, stage), () => work(own));
      } catch (error) {
        span.setAttribute('error.type', errorType(error));
        // messages may quote the prompt
        span.setStatus({ code: SpanStatusCode.ERROR, ...(content && { message: String(error) }) });
        throw error;
      } finally {
        stage.span?.end();
        span.end();
      }
    },
  };
}

function errorType(error: unknown): string {
  if (error instanceof ModelCallError && error.status !== null) return String(error.status);
  return error instanceof Error ? error.name : '_OTHER';
}
