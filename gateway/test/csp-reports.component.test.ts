import { assertDocumented } from '@zing/openapi/assert-documented'
import { CSP_REPORT_MAX_BYTES } from '@zing/proto/limits'
import { expect, test } from 'vitest'
import { setupGateway } from './setup/setup-gateway.ts'

const gateway = await setupGateway({ RATE_PROFILE: 'strict', TRUST_PROXY: '1' })

async function report(body: string, type = 'application/csp-report', address = '203.0.113.1'): Promise<Response> {
  const headers = { 'content-type': type, 'x-forwarded-for': address }
  const response = await fetch(`${gateway.url}/csp-reports`, { method: 'POST', headers, body })
  await assertDocumented('POST', response)
  return response
}
const violations = () => gateway.logged('security event').filter(({ event }) => event === 'csp_violation')

test('SEC-36 browsers are told where to report violations of the content security policy', async () => {
  const { headers } = await fetch(`${gateway.url}/`)
  expect(headers.get('content-security-policy')).toContain('report-uri /csp-reports;report-to csp')
  expect(headers.get('reporting-endpoints')).toBe('csp="/csp-reports"')
})

test('SEC-36 a report is logged with a shortened address, without queries and fragments', async () => {
  const csp = {
    'document-uri': 'https://zing.example.org/chat/7?canary=1#canary',
    'violated-directive': 'script-src',
    'effective-directive': `script-src-elem${'x'.repeat(500)}`,
    'blocked-uri': 'https://evil.example/x.js?canary=2',
    'source-file': 'data:text/javascript,canary',
    'line-number': 12,
    'script-sample': 'canary',
  }
  expect((await report(JSON.stringify({ 'csp-report': csp }))).status).toBe(204)
  expect(violations()).toMatchObject([
    {
      address: '203.0.113.1',
      document: 'https://zing.example.org/chat/7',
      blocked: 'https://evil.example/x.js',
      source: 'data:',
      line: 12,
    },
  ])
  expect(String(violations()[0]?.directive)).toHaveLength(200)
  expect(JSON.stringify(violations())).not.toContain('canary')
})

test('SEC-36 the Reporting API’s policy reports are logged, at most ten of a request', async () => {
  const violation = (i: number) => ({
    type: 'csp-violation',
    age: 10,
    url: 'https://zing.example.org/feed',
    user_agent: 'canary',
    body: {
      documentURL: 'https://zing.example.org/feed',
      effectiveDirective: 'img-src',
      blockedURL: 'inline',
      lineNumber: i,
    },
  })
  const before = violations().length
  const reports = [{ type: 'deprecation', body: { id: 'x' } }, ...Array.from({ length: 15 }, (_, i) => violation(i))]
  expect((await report(JSON.stringify(reports), 'application/reports+json')).status).toBe(204)
  expect(violations().slice(before)).toHaveLength(10)
  expect(violations()[before]).toMatchObject({ directive: 'img-src', blocked: 'inline', line: 0 })
})

test.each([
  ['another type', '{"csp-report":{}}', 'text/plain', 415],
  ['JSON under its own name', '{"csp-report":{}}', 'application/json', 415],
  ['broken JSON', '{', 'application/csp-report', 400],
  ['something else', '{"report":1}', 'application/csp-report', 400],
  [
    'too much',
    JSON.stringify({ 'csp-report': { 'document-uri': 'x'.repeat(CSP_REPORT_MAX_BYTES) } }),
    'application/csp-report',
    413,
  ],
  ['far too much', 'x'.repeat(100_000), 'application/csp-report', 413],
])('SEC-36 a report of %s is refused', async (_what, body, type, status) => {
  expect((await report(body, type, '203.0.113.2')).status).toBe(status)
})

test('SEC-36 reports are limited per address', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 31; i++) statuses.push((await report('{"csp-report":{}}', undefined, '203.0.113.3')).status)
  expect(statuses).toEqual([...Array(30).fill(204), 429])
  expect((await report('{"csp-report":{}}', undefined, '203.0.113.4')).status).toBe(204)
})
