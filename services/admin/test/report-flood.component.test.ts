import { REPORTS_PER_DAY } from '@zing/proto/limits'
import { expect, test } from 'vitest'
import { setupModeration } from './setup-moderation.ts'

const { newUser, newCase, queue } = await setupModeration()
const mia = newUser({ role: 'moderator' })

test('SEC-132 thirty reports of accounts that are a minute old do not come before a threat that is reported after them', async () => {
  const createdAt = new Date(Date.now() - 60_000)
  for (const attacker of [1, 2, 3].map(() => newUser({ createdAt })))
    for (let n = 0; n < REPORTS_PER_DAY; n++)
      expect((await attacker.report(newUser(), { category: 'underage' })).status).toBe(201)
  const threat = await newCase({ category: 'threats' })
  const { body } = await queue(mia, { limit: 50 })
  expect(body).toHaveLength(31)
  expect(body[0]?.id).toBe(threat.caseId)
})
