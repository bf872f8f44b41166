/** The stages of a passage as server-sent events, with its result or its problem as the last one. */
import type { ProgressEvent } from '../detector/detector-interface.ts';
import { type Problem, problemBody } from './problem.ts';

export const EVENT_STREAM = 'text/event-stream';

/** Interval of keep-alive comments, since proxies close idle connections. */
const IDLE_MILLISECONDS = 15_000;

/**
 * The response begins with the first stage; an error before it is a response with its own status.
 *
 * @param work returns JSON
 * @returns `ended` at its end, with the status that a response without events would have
 */
export async function eventStream(
  work: (onStage: (event: ProgressEvent) => void) => Promise<string>,
  problemFor: (error: unknown) => Problem,
): Promise<{ response: Response; ended: Promise<number> }> {
  const output = eventsOutput();
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  let hasBegun = false;
  const result = work((event) => {
    hasBegun = true;
    output.send('stage', JSON.stringify(event));
    begin();
  });
  const ended = result
    .then(
      (json) => {
        output.send('result', json);
        return 200;
      },
      (error) => {
        if (!hasBegun) throw error;
        const problem = problemFor(error);
        output.send('problem', JSON.stringify(problemBody(problem)));
        return problem.status;
      },
    )
    .finally(output.end);
  await Promise.race([begun, ended]);
  // Turns off the buffering of nginx.
  const headers = { 'content-type': EVENT_STREAM, 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
  return { response: new Response(output.body, { headers }), ended };
}

function eventsOutput() {
  const { readable: body, writable } = new TextEncoderStream();
  const output = writable.getWriter();
  // Writing fails once the client has disconnected.
  const write = (text: string) => void output.write(text).catch(() => {});
  const timer = setInterval(() => write(':\n\n'), IDLE_MILLISECONDS);
  output.closed.catch(() => {}).finally(() => clearInterval(timer));
  return {
    body,
    send: (event: string, json: string) => write(`event: ${event}\ndata: ${json}\n\n`),
    end() {
      clearInterval(timer);
      output.close().catch(() => {});
    },
  };
}
