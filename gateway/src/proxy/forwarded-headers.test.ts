import { expect, test } from 'vitest'
import { forwardedAtUpgrade, forwardedHeaders } from './forwarded-headers.ts'

test('SEC-01 identity headers of the client and Connection are not forwarded', () => {
  const headers = {
    accept: '*/*',
    authorization: 'Bearer x',
    cookie: 'zing_session=1',
    connection: 'close, authorization',
    host: 'evil',
    'x-user-id': '1',
    'x-internal-auth': '1',
    'x-forwarded-user': '1',
    'x-original-url': '/api/admin',
    'x-http-method-override': 'DELETE',
    'x-request-id': 'abcd-1234',
    'x-zing-client-address': '127.0.0.1',
    'x-zing-device': 'planted',
  }
  const internal = { token: 'token', address: '203.0.113.7' }
  expect(forwardedHeaders(headers, internal)).toEqual({
    accept: '*/*',
    'x-request-id': 'abcd-1234',
    authorization: 'Bearer token',
    'x-zing-client-address': '203.0.113.7',
  })
  expect(forwardedHeaders(headers, { ...internal, device: 'own' })).toHaveProperty('x-zing-device', 'own')
  expect(forwardedAtUpgrade({ ...headers, 'sec-websocket-key': 'k' }, internal)).toEqual({
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'k',
    authorization: 'Bearer token',
    'x-zing-client-address': '203.0.113.7',
  })
})
