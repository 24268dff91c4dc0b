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

test('what came with the request goes on to the next hop as it is', () => {
  const headers = { 'x-request-id': 'request-0001', traceparent: TRACEPARENT }
  const trace = traceOf(headers)
  expect(trace && traceHeaders(trace)).toEqual(headers)
  expect(trace && traceIdOf(trace)).toBe('0af7651916cd43dd8448eb211c80319c')
})

test('a request without an id gets one, and no trace that nobody asked for', () => {
  const trace = traceOf({})
  expect(trace).toEqual({ requestId: expect.stringMatching(UUID) })
  expect(trace && traceIdOf(trace)).toBeUndefined()
})

test.each(['short', 'x'.repeat(65), 'with space', 'line\nbreak', ['request-0001']])(
  '%j is no id, and never reaches a log',
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
])('%j is no trace context', (traceparent) => {
  expect(traceOf({ traceparent })?.traceparent).toBeUndefined()
})

test('outside of a request there is none', () => {
  expect(currentTrace()).toBeUndefined()
})
