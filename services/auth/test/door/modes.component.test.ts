import { errors } from '@zing/proto/errors'
import { getUser, registerUser, updateUser } from '@zing/proto/http/auth'
import { getRegistration } from '@zing/proto/http/door'
import { userRegistered } from '@zing/proto/nats/events'
import { serviceClient } from '@zing/testing/client'
import { startNats, testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Config } from '../../src/config.ts'
import { start } from '../../src/start.ts'
import { newDetails } from '../setup-auth.ts'
import { setupDoor } from './setup-door.ts'

const { env, db, events, anonymous, clientOf, publish, register, newUser } = await setupDoor()

const registration = async () => (await anonymous.call(getRegistration)).body
const stored = (id: number) => db.collection<{ _id: number }>('users').findOne({ _id: id })
const ANSWER = { application: 'I like harbours' }

test('with default settings a visitor may join, and needs nothing (10.door.modes)', async () => {
  await publish()
  expect(await registration()).toEqual({ mode: 'open', needsInvitation: false })
  const { status, body } = await register()
  expect([status, body.status]).toEqual([201, undefined])
})

test('a closed door refuses everybody (10.door.modes)', async () => {
  await publish({ registration: { mode: 'closed' } })
  expect(await registration()).toEqual({ mode: 'closed', needsInvitation: false })
  for (const more of [{}, { invitation: 'unknown' }, ANSWER]) {
    const { status, body } = await register(more)
    expect([status, body]).toEqual([403, errors.registrationClosed().body])
  }
})

test('an invitation-only door refuses visitors without a code (10.door.modes)', async () => {
  await publish({ registration: { mode: 'invitation' } })
  expect(await registration()).toEqual({ mode: 'invitation', needsInvitation: true })
  const { status, body } = await register()
  expect([status, body]).toEqual([403, errors.invitationNeeded().body])
})

test.each(['open', 'approval', 'invitation'] as const)(
  'an unknown code is refused when the door is %s',
  async (mode) => {
    await publish({ registration: { mode } })
    const { status, body } = await register({ invitation: 'A0_-', ...ANSWER })
    expect([status, body]).toEqual([403, errors.invitationInvalid().body])
  },
)

test("an applicant reads the question in their language, else in the community's (10.door.approval)", async () => {
  await publish({ registration: { mode: 'approval', question: { en: 'Which harbour?', de: 'Welcher Hafen?' } } })
  const questionIn = async (language: string) =>
    (await anonymous.call(getRegistration, { query: { language } })).body.question
  expect(await Promise.all(['de', 'en', 'fr'].map(questionIn))).toEqual([
    'Welcher Hafen?',
    'Which harbour?',
    'Which harbour?',
  ])
  expect((await register({ ...ANSWER, language: 'de' })).body.application?.question).toBe('Welcher Hafen?')
  expect((await anonymous.call(getRegistration, { query: { language: 'constructor' } })).status).toBe(400)
})

test('an applicant answers the question, waits, and is announced to nobody (10.door.modes)', async () => {
  await publish({ registration: { mode: 'approval', question: { en: 'Which harbour?' } } })
  expect(await registration()).toEqual({ mode: 'approval', needsInvitation: false, question: 'Which harbour?' })
  const unanswered = await register()
  expect([unanswered.status, unanswered.body]).toEqual([400, errors.answerNeeded().body])

  const { status, body } = await register(ANSWER)
  const application = { question: 'Which harbour?', answer: ANSWER.application }
  expect([status, body]).toMatchObject([201, { status: 'pending', application }])
  expect((await clientOf({ userId: body.id, sid: 'x' }).call(getUser)).body).toMatchObject({
    status: 'pending',
    application,
  })
  expect(await stored(body.id)).toMatchObject({
    status: 'pending',
    outbox: [],
    application: { ...application, at: expect.any(Date) },
  })
  await publish()
  const { user } = await newUser()
  const registered = () => events.of(userRegistered).map(({ profile }) => profile.id)
  await vi.waitFor(() => expect(registered()).toContain(user.id), WAIT)
  expect(registered()).not.toContain(body.id)
})

test('without a question of its own the community asks the default one', async () => {
  await publish({ registration: { mode: 'approval' } })
  expect((await registration()).question).toBe('Why would you like to join?')
})

test('an age below the minimum is refused at the sign-up and in the profile (10.door.terms)', async () => {
  await publish({ minAge: 25 })
  const young = await register({ age: 24 })
  expect([young.status, young.body]).toEqual([400, { code: 'INVALID_REQUEST', message: 'Minimum age is 25' }])
  const ada = await newUser({ age: 25 })
  const edited = await ada.call(updateUser, { body: { age: 24 } })
  const message = 'You must be at least 25 years old.'
  expect([edited.status, edited.body]).toEqual([400, { code: 'INVALID_REQUEST', message }])
  expect((await ada.call(updateUser, { body: { age: 26 } })).status).toBe(200)
})

test('the terms are accepted by version, and again when they change (10.door.terms)', async () => {
  await publish()
  const earlier = await newUser({ acceptedTerms: 7 })
  expect(await stored(earlier.user.id)).not.toHaveProperty('acceptedTerms')
  const terms = (version: number) => ({ terms: { url: null, text: 'Be kind', version } })
  await publish(terms(2))
  for (const more of [{}, { acceptedTerms: 1 }, { acceptedTerms: 3 }]) {
    const refused = await register(more)
    expect([refused.status, refused.body]).toEqual([409, errors.termsChanged().body])
  }
  const ada = await newUser({ acceptedTerms: 2 })
  expect(ada.user).not.toHaveProperty('mustAcceptTerms')
  expect((await earlier.call(getUser)).body.mustAcceptTerms).toBe(true)

  await publish(terms(3))
  expect((await ada.call(getUser)).body.mustAcceptTerms).toBe(true)
  const outdated = await ada.call(updateUser, { body: { acceptedTerms: 2 } })
  expect([outdated.status, outdated.body]).toEqual([409, errors.termsChanged().body])
  const accepted = await ada.call(updateUser, { body: { acceptedTerms: 3 } })
  expect([accepted.status, accepted.body.mustAcceptTerms]).toEqual([200, undefined])
  expect((await ada.call(getUser)).body).not.toHaveProperty('mustAcceptTerms')
})

test('a process that has never heard from NATS registers nobody (10.door.modes)', async () => {
  const silent = await startNats()
  silent.signal('SIGSTOP')
  const deaf = { ...env, NATS_URL: silent.url, MONGO_URL: testDatabase() }
  const auth = await start(Config.parse(deaf), { times: { settingsWaitMs: 1 } })
  onTestFinished(() => {
    silent.signal('SIGCONT')
    return auth.stop()
  })
  const visitor = serviceClient(auth.url, env.INTERNAL_TOKEN_SECRET, null)
  const registered = await visitor.call(registerUser, { body: newDetails() })
  expect([(await visitor.call(getRegistration)).status, registered.status]).toEqual([503, 503])
})
