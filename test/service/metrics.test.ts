/** The figures that a service gives of itself. */
import { expect, it } from 'vitest';
import { gate, PASSAGE, post, stubbed, TOKEN, until } from './stubbed-service.ts';

it('counts requests, passages and what models were asked, by routes that are there', async () => {
  const { open, before, began } = gate();
  const service = stubbed({ before }, { concurrency: 1, token: TOKEN });
  const authorised = { authorization: `Bearer ${TOKEN}` };
  const metrics = async () => {
    const response = await service.request('/metrics', { headers: authorised });
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    return (await response.text()).split('\n');
  };
  expect((await service.request('/metrics')).status).toBe(401);
  await service.request('/made-up');
  const first = post(service, PASSAGE, { headers: authorised });
  await until(() => began.length === 1);
  await post(service, PASSAGE, { headers: authorised });
  const events = { headers: { ...authorised, accept: 'text/event-stream' } };
  expect(await metrics()).toContain('hallugraph_passages_in_work 1');
  open();
  await first;
  await (await post(service, { ...PASSAGE, response: 'A is right.' }, events)).text();
  await post(service, '{', events);
  const lines = await metrics();
  expect(lines.filter((line) => line.startsWith('hallugraph_'))).toEqual(
    expect.arrayContaining([
      'hallugraph_requests_total{route="/v1/evaluate",status="200"} 2',
      'hallugraph_requests_total{route="/v1/evaluate",status="400"} 1',
      'hallugraph_requests_total{route="/v1/evaluate",status="429"} 1',
      'hallugraph_requests_total{route="/metrics",status="401"} 1',
      'hallugraph_requests_total{route="other",status="404"} 1',
      'hallugraph_request_duration_seconds_count{route="/v1/evaluate"} 2',
      'hallugraph_passages_in_work 0',
      'hallugraph_passages_total{method="evaluate",label="hallucinated"} 1',
      'hallugraph_passages_total{method="evaluate",label="factual"} 1',
      'hallugraph_model_requests_total 4',
      'hallugraph_model_tokens_total{direction="input"} 20',
      'hallugraph_model_tokens_total{direction="output"} 6',
    ]),
  );
  expect(lines.some((line) => /^process_resident_memory_bytes \d+/.test(line))).toBe(true);
  expect(lines.join()).not.toContain(TOKEN);
});
