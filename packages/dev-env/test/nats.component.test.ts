import { natsServersOf } from '@zing/kit/nats/servers'
import { connect } from 'nats'
import { expect, inject, test } from 'vitest'

test.skipIf(process.env.NATS_URL)('SEC-76 NATS of npm start takes nobody without its user and password', async () => {
  const { servers, user } = natsServersOf(inject('natsUrl'))
  for (const credentials of [{}, { user: 'zing', pass: 'guessed' }])
    await expect(connect({ servers, ...credentials })).rejects.toThrow('Authorization Violation')
  expect(user).toBe('zing')
  const nats = await connect(natsServersOf(inject('natsUrl')))
  await nats.flush()
  await nats.close()
})
