import { expect, test } from 'vitest'
import { currentTrace, inRequest, traceHeaders, traceIdOf } from './trace-context.ts'

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function traceOf(headers: Record<string, unknown>) {
  return inRequest(
    (name) => headers[name],
    () => currentTrace(),
  )
}

test('request id and trace context are forwarded to the next hop unchanged', () => {
  const headers = { 'x-request-id': 'request-0001', traceparent: TRACEPARENT }
  const trace = traceOf(headers)
  expect(trace && traceHeaders(trace)).toEqual(headers)
  expect(trace && traceIdOf(trace)).toBe('0af7651916cd43dd8448eb211c80319c')
})

test('a request without headers gets a request id and no trace context', () => {
  const trace = traceOf({})
  expect(trace).toEqual({ requestId: expect.stringMatching(UUID) })
  expect(trace && traceIdOf(trace)).toBeUndefined()
})

test.each(['short', 'x'.repeat(65), 'with space', 'line\nbreak', ['request-0001']])(
  'the invalid request id %j is replaced',
  (id) => {
    expect(traceOf({ 'x-request-id': id })?.requestId).toMatch(UUID)
  },
)

test.each([
  `${TRACEPARENT}-more`,
  TRACEPARENT.toUpperCase(),
  `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
  `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`,
  7,
])('the invalid trace context %j is dropped', (traceparent) => {
  expect(traceOf({ traceparent })?.traceparent).toBeUndefined()
})

test('code outside of a request has no trace', () => {
  expect(currentTrace()).toBeUndefined()
})
