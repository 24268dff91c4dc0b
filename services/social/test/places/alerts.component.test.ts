import { userRegistered } from '@zing/proto/nats/events'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupSocial } from '../setup-social.ts'

/** More than a process alerts at a time. */
const USERS = 51
const NEVER_MS = 24 * 60 * 60 * 1_000

const { newUser, publishEvent, eventsHandled, models, startAnother } = await setupSocial(
  {},
  { alertsEveryMs: NEVER_MS },
)

test('when many alerts are due at once, none waits for the next minute (10.place.alerts)', async () => {
  const users = Array.from({ length: USERS }, () => newUser())
  for (const { profile } of users) await publishEvent(userRegistered, { profile })
  await eventsHandled()
  const due = { alertAt: { $lte: new Date() } }
  await models.Profile.updateMany({}, { $set: { alertAt: new Date(0), alertSince: new Date(0) } })
  expect(await models.Profile.countDocuments(due)).toBe(USERS)
  await startAnother()
  await vi.waitFor(async () => expect(await models.Profile.countDocuments(due)).toBe(0), WAIT)
})
