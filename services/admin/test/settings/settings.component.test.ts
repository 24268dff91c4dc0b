import { DEFAULT_SETTINGS } from '@zing/proto/community/settings'
import { errors } from '@zing/proto/errors'
import { listAudit } from '@zing/proto/http/staff/moderation'
import { changeSettings, getSettings, listSettingsHistory, restoreSettings } from '@zing/proto/http/staff/settings'
import { RULES_MAX } from '@zing/proto/limits'
import { afterEach, describe, expect, test } from 'vitest'
import { setSettings } from '../../src/settings/store-settings.ts'
import { newName, setupSettings } from './setup-settings.ts'

const settings = await setupSettings()
const { newUser, newKeeper, startSecond, versions, anonymous, unavailable, auditEntries, background, users } = settings
const keeper = newKeeper()
const second = await startSecond()
const product = { ...background, publication: { wake() {} } }

afterEach(() => versions.deleteMany({}))

type Caller = Pick<typeof keeper, 'call'>
const change = (version: number, changes: object, { call }: Caller = keeper) =>
  call(changeSettings, { body: { version, changes } })
const restore = (version: number, { call }: Caller = keeper) => call(restoreSettings, { params: { version } })
const read = async () => (await keeper.call(getSettings)).body

async function changed(version: number, changes: object) {
  const response = await change(version, changes)
  expect([response.status, response.body.message]).toEqual([200, undefined])
  return response.body
}

test('before the first change the settings are the defaults', async () => {
  expect(await read()).toEqual({ version: 0, settings: DEFAULT_SETTINGS, palette: { light: {}, dark: {} } })
})

test('changes are merged into groups, lists and texts by language are replaced (10.community.settings)', async () => {
  await changed(0, { name: '  Harbour ', registration: { quota: 20 }, about: { en: 'By the sea' } })
  const rules = [{ title: 'Be kind', text: 'To all' }]
  const { version, settings: now } = await changed(1, {
    registration: { mode: 'approval' },
    rules,
    about: { de: 'Am Meer' },
  })
  const registration = { ...DEFAULT_SETTINGS.registration, quota: 20, mode: 'approval' }
  const terms = { ...DEFAULT_SETTINGS.terms, version: 2 } // the rules are accepted
  expect([version, now]).toEqual([
    2,
    { ...DEFAULT_SETTINGS, name: 'Harbour', registration, rules, terms, about: { de: 'Am Meer' } },
  ])
  expect((await read()).settings).toEqual(now)
})

test('all rules fit one change, in several languages', async () => {
  const inEach = (text: string) => Object.fromEntries(['en', 'de', 'fr', 'es'].map((tag) => [tag, text]))
  const rules = Array.from({ length: RULES_MAX }, () => ({ title: inEach('Be kind'), text: inEach('To all') }))
  expect((await changed(0, { rules })).settings.rules).toEqual(rules)
})

test('a change of nothing makes no version', async () => {
  await changed(0, { name: 'Harbour' })
  expect((await changed(1, { name: ' Harbour', features: { push: true } })).version).toBe(1)
  expect(await versions.countDocuments()).toBe(1)
})

test.each([
  [{ registration: { mode: 'shut' } }, 'registration.mode: Invalid mode'],
  [{ colour: '#ffffff' }, 'colour: Unknown setting'],
  [{ registration: { fallback: { days: 1 } } }, 'registration.fallback.days: Unknown setting'],
  [{ constructor: 1 }, 'constructor: Unknown setting'],
  [{ registration: null }, 'registration: Invalid value'],
  [{ registration: ['open'] }, 'registration: Invalid value'],
  [{ name: 7 }, 'name: Invalid value'],
  [{ name: ' ' }, 'name: Please give it a name'],
  [{ minAge: 17 }, 'minAge: Never under 18'],
  [{ accent: 'red' }, 'accent: Must be a colour such as #d9214e'],
  [{ tagline: { en: 'x'.repeat(121) } }, 'tagline.en: At most 120 characters'],
  [{ rules: [{ title: 'Be kind' }] }, 'rules.0.text: Invalid value'],
  [{ languages: [] }, 'languages: Choose a language'],
  [{ logo: 7 }, 'logo: Cannot be set'],
  [{ terms: { version: 7 } }, 'terms.version: Cannot be set'],
  [{ registration: { fallenBack: null } }, 'registration.fallenBack: Cannot be set'],
  [{ features: { push: 'no' } }, 'features.push: Invalid value'],
  [{ place: 'near' }, 'place: Invalid value'],
])('%j is refused with its path', async (changes, message) => {
  const response = await change(0, changes)
  expect([response.status, response.body]).toEqual([400, errors.invalidRequest({ message }).body])
  expect(await versions.countDocuments()).toBe(0)
})

test('a text of the longest kind is accepted in any script, and a longer one names its field', async () => {
  const longest = '\u{1F41D}'.repeat(20_000) // 80 kB
  const { status, body } = await change(0, { terms: { text: { en: longest, de: longest } } })
  expect([status, body.settings.terms.text]).toEqual([200, { en: longest, de: longest }])
  const tooLong = await change(1, { privacy: { text: { en: 'a', de: `${longest}a` } } })
  expect([tooLong.status, (tooLong.body as { message?: string }).message]).toEqual([
    400,
    'privacy.text.de: At most 20000 characters',
  ])
})

test('settings that one NATS message cannot carry are refused', async () => {
  const text = 'é'.repeat(20_000)
  const tags = Array.from({ length: 7 }, (_, index) => `${'abcdefg'[index]}a`)
  const stored = {
    ...DEFAULT_SETTINGS,
    terms: { url: null, version: 1, text: Object.fromEntries(tags.map((tag) => [tag, text])) },
  }
  await versions.insertOne({ _id: 1, at: new Date(), authorId: null, changes: [], settings: stored })
  const privacy = { text: Object.fromEntries(tags.map((tag) => [tag, text])) }
  const author = {
    authorId: null,
    change: (now: typeof DEFAULT_SETTINGS) => ({ ...now, privacy: { url: null, ...privacy } }),
  }
  await expect(setSettings(product, author)).rejects.toMatchObject({
    status: 400,
    message: 'terms.text: The settings have too much text',
  })
})

describe('two admins', () => {
  test('the second learns what has changed since the version that they saw (10.community.settings)', async () => {
    await changed(0, { name: 'Harbour' })
    await changed(1, { registration: { quota: 5 } })
    const late = await change(0, { minAge: 21 }, second.keeper)
    const changes = [
      { path: 'name', from: 'Zing', to: 'Harbour' },
      { path: 'registration.quota', from: null, to: 5 },
    ]
    expect([late.status, late.body]).toEqual([409, errors.settingsChanged({ version: 2, changes }).body])
    expect((await read()).settings.minAge).toBe(18)
  })

  test('of changes at once in two processes one counts, and nobody else’s is lost', async () => {
    const callers = [keeper, second.keeper]
    for (let round = 0; round < 5; round++) {
      const names = Array.from({ length: 6 }, newName)
      const before = await read()
      const responses = await Promise.all(
        names.map((name, index) => change(before.version, { name }, callers[index % 2])),
      )
      const winners = responses.filter(({ status }) => status === 200)
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
      const name = winners[0]?.body.settings.name
      expect(await read()).toMatchObject({ version: before.version + 1, settings: { name } })
      const lost = responses.find(({ status }) => status === 409)?.body
      expect(lost).toMatchObject({ code: 'SETTINGS_CHANGED', version: before.version + 1 })
      expect(lost?.changes?.at(-1)).toMatchObject({ path: 'name', to: name })
    }
  })

  test('the product repeats its change when an admin was faster', async () => {
    await Promise.all([
      setSettings(product, { authorId: null, change: (now) => ({ ...now, minAge: 30 }) }),
      setSettings(product, { authorId: null, change: (now) => ({ ...now, contact: 'us' }) }),
      change(0, { feedback: 'https://example.org/' }),
    ])
    expect((await read()).settings).toMatchObject({ minAge: 30, contact: 'us' })
  })
})

describe('terms', () => {
  test('other terms or rules have a new version, the same keep theirs, and none has 0 (10.door.terms)', async () => {
    expect((await changed(0, { terms: { text: 'Be kind' } })).settings.terms.version).toBe(1)
    expect((await changed(1, { name: 'Harbour', terms: { text: 'Be kind ' } })).settings.terms.version).toBe(1)
    expect((await changed(2, { terms: { url: 'https://example.org/terms' } })).settings.terms.version).toBe(3)
    expect((await changed(3, { terms: { url: null, text: null } })).settings.terms.version).toBe(0)
    expect((await changed(4, { terms: { text: 'Be kind' } })).settings.terms.version).toBe(5)
    const rules = [{ title: 'Be real', text: '' }]
    expect((await changed(5, { rules })).settings.terms.version).toBe(6)
    expect((await changed(6, { rules, tagline: 'Hello' })).settings.terms.version).toBe(6)
    expect((await changed(7, { rules: [], terms: { text: null } })).settings.terms.version).toBe(0)
    expect((await changed(8, { rules })).settings.terms.version).toBe(9)
    expect((await changed(9, { rules: [] })).settings.terms.version).toBe(0)
  })
})

describe('the fallback', () => {
  const fallenBack = { reason: 'NO_MODERATOR', at: new Date(0).toISOString() } as const
  const fallBack = () =>
    setSettings(product, {
      authorId: null,
      change: (now) => ({ ...now, registration: { ...now.registration, mode: 'approval', fallenBack } }),
    })

  test('it has no author, and a person who sets the mode ends it', async () => {
    await fallBack()
    expect((await changed(1, { name: 'Harbour' })).settings.registration).toMatchObject({
      mode: 'approval',
      fallenBack,
    })
    expect((await changed(2, { registration: { mode: 'open' } })).settings.registration.fallenBack).toBeNull()
    const { body: history } = await keeper.call(listSettingsHistory)
    expect(history.map(({ author }) => author?.id ?? null)).toEqual([keeper.id, keeper.id, null])
  })

  test('a person who chooses approval for good ends it too', async () => {
    await fallBack()
    const { registration } = (await changed(1, { registration: { mode: 'approval' } })).settings
    expect(registration).toMatchObject({ mode: 'approval', fallenBack: null })
  })
})

describe('history', () => {
  test('it names author and changes, newest first, in pages', async () => {
    await changed(0, { name: 'Harbour' })
    await changed(1, { registration: { mode: 'closed' }, place: 'required' })
    const first = await keeper.call(listSettingsHistory, { query: { limit: 1 } })
    const author = { id: keeper.id, name: keeper.name, username: keeper.username }
    const changes = [
      { path: 'registration.mode', from: 'open', to: 'closed' },
      { path: 'place', from: 'offered', to: 'required' },
    ]
    expect(first.body).toEqual([{ version: 2, at: expect.any(String), author, changes }])
    const cursor = /cursor=(\d+)/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const last = await keeper.call(listSettingsHistory, { query: { limit: 1, cursor } })
    expect(last.body).toMatchObject([{ version: 1, changes: [{ path: 'name' }] }])
    expect(last.headers.get('link')).toBeNull()
    expect((await keeper.call(listSettingsHistory, { query: { cursor: 'x' } })).status).toBe(400)
  })

  test('an author whose account is gone is a number', async () => {
    const gone = newKeeper()
    await change(0, { name: 'Harbour' }, gone)
    users.delete(gone.id)
    const { body } = await keeper.call(listSettingsHistory)
    expect(body[0]?.author).toEqual({ id: gone.id, name: null, username: null })
  })

  test('restoring makes a new version, with new terms and no fallback', async () => {
    await changed(0, { name: 'Harbour', terms: { text: 'Be kind' } })
    await changed(1, { name: 'Lighthouse', terms: { text: 'Be brave' } })
    const restored = await restore(1)
    const terms = { url: null, text: 'Be kind', version: 3 }
    expect([restored.status, restored.body]).toMatchObject([200, { version: 3, settings: { name: 'Harbour', terms } }])
    expect((await restore(0)).body).toMatchObject({ version: 4, settings: DEFAULT_SETTINGS })
    const unknown = await restore(9)
    expect([unknown.status, unknown.body]).toEqual([404, errors.settingsVersionNotFound().body])
    expect((await keeper.call(restoreSettings, { params: { version: 'x' } })).status).toBe(400)
  })
})

test('settings of an older release get the defaults of newer ones, and lose what is gone', async () => {
  const { features, trust, ...older } = DEFAULT_SETTINGS
  const stored = { ...older, name: 'Harbour', features: { push: false }, gone: 1 } as unknown as typeof DEFAULT_SETTINGS
  await versions.insertOne({ _id: 1, at: new Date(), authorId: null, changes: [], settings: stored })
  const expected = { ...DEFAULT_SETTINGS, name: 'Harbour', features: { ...features, push: false }, trust }
  expect((await read()).settings).toEqual(expected)
  expect((await changed(1, { minAge: 20 })).settings).toEqual({ ...expected, minAge: 20 })
})

test('each version has an audit entry with its paths, and none of its words (10.community.settings)', async () => {
  await changed(0, { name: 'Harbour', registration: { mode: 'approval' } })
  const entry = (await auditEntries()).at(-1)
  const details = { version: '1', changed: 'name, registration.mode' }
  expect(entry).toEqual({ action: 'settings.changed', actorId: keeper.id, caseId: null, userId: null, details })
  const { body } = await keeper.call(listAudit, { query: { limit: 1 } })
  expect(body).toMatchObject([{ action: 'settings.changed', actor: { id: keeper.id }, user: null, details }])
})

describe('who may change settings', () => {
  test('members, moderators and strangers neither read nor change them', async () => {
    for (const caller of [newUser(), newUser({ role: 'moderator' })]) {
      for (const { status } of [
        await caller.call(getSettings),
        await caller.call(listSettingsHistory),
        await change(0, { name: 'Mine' }, caller),
        await restore(0, caller),
      ])
        expect(status).toBe(403)
    }
    expect((await anonymous.call(getSettings)).status).toBe(401)
  })

  test('without a fresh confirmation it is 403 CONFIRM, while auth is away 503 (10.community.settings)', async () => {
    const unconfirmed = newUser({ role: 'admin' })
    for (const refused of [await change(0, { name: 'Mine' }, unconfirmed), await restore(0, unconfirmed)])
      expect([refused.status, refused.body]).toEqual([403, errors.confirmNeeded().body])
    expect((await unconfirmed.call(getSettings)).status).toBe(200)
    unavailable.add('auth')
    expect((await change(0, { name: 'Mine' })).status).toBe(503)
    unavailable.delete('auth')
    expect(await versions.countDocuments()).toBe(0)
  })
})
