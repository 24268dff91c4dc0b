import { expect, test } from 'vitest'
import { filledSecrets } from './filled-secrets.ts'

const example = `stringData:
  SESSION_SECRET: 64 other random characters
  ADMIN_PIN: four random digits
  MONGO_URL: mongodb://zing_auth:MONGO_PASSWORD@mongodb.internal:27017/zing_auth?tls=true
  NATS_URL: nats://auth:NATS_PASSWORD@nats.internal:4222
  REDIS_URL: rediss://:REDIS_PASSWORD@redis.internal:6379
`
const values = {
  SESSION_SECRET: 's1',
  ADMIN_PIN: '0815',
  MONGO_AUTH_PASSWORD: 'm1',
  NATS_AUTH_PASSWORD: 'n1',
  REDIS_PASSWORD: 'r1',
}

test('the example becomes Secrets for the servers of the compose file', () => {
  expect(filledSecrets(example, values)).toBe(`stringData:
  SESSION_SECRET: 's1'
  ADMIN_PIN: '0815'
  MONGO_URL: mongodb://zing_auth:m1@mongodb:27017/zing_auth
  NATS_URL: nats://auth:n1@nats:4222
  REDIS_URL: redis://:r1@redis:6379
`)
})

test('when a value is missing, the error names it', () => {
  expect(() => filledSecrets(example, { ...values, NATS_AUTH_PASSWORD: '' })).toThrow('there is no NATS_AUTH_PASSWORD')
})
