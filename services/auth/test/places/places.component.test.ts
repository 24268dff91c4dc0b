import { errors } from '@zing/proto/errors'
import { findPlaces } from '@zing/proto/http/places'
import { MOVES_PER_30_DAYS, MOVES_PER_DAY } from '@zing/proto/limits'
import { userRegistered, userUpdated } from '@zing/proto/nats/events'
import { deleteUser, getProfileEvidence, getReplicatedProfile } from '@zing/proto/nats/rpc/auth'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  COLOGNE,
  DAY_MS,
  GERMANY,
  HAMBURG,
  homeIn,
  inDays,
  LISBON,
  OSLO,
  PORTO,
  setupPlaces,
  VIENNA,
} from './setup-places.ts'

const { nats, db, events, users, anonymous, publish, register, buildUser, agoBy, everythingStored } =
  await setupPlaces()
afterEach(() => publish())

const search = (query: Record<string, string>) => anonymous.call(findPlaces, { query })
const cardOf = async ({ id }: { id: number }) =>
  (await request(nats, getReplicatedProfile, { userId: id }))?.profile.place
const lastEventOf = ({ id }: { id: number }) => events.of(userUpdated).findLast(({ profile }) => profile.id === id)
const code = (error: { code: string }) => error.code

describe('the search', () => {
  test('it finds places by name and by id, without unknown ids', async () => {
    const { status, body } = await search({ q: 'Cologne' })
    expect([status, body[0]]).toMatchObject([200, COLOGNE])
    const { body: known } = await search({ ids: 'DE,999999999999,2267057,DE', language: 'en' })
    expect(known).toMatchObject([GERMANY, { ...LISBON, country: 'Portugal' }])
    expect((await search({})).body).toEqual([])
  })

  test('it is not there while the community has no places', async () => {
    await publish({ place: 'off' })
    const { status, body } = await search({ q: 'Cologne' })
    expect([status, body]).toEqual([404, errors.featureOff().body])
  })
})

describe('the home', () => {
  test('it stands on the card in the chosen spelling, in responses and RPCs, and in no event (10.place.card)', async () => {
    const ada = await buildUser()
    expect((await ada.own()).place).toBeNull()
    const { status, body } = await ada.patch(homeIn(COLOGNE))
    expect([status, body]).toEqual([200, { ...ada.user, place: COLOGNE }])
    expect(await ada.own()).toEqual(body)
    expect(await cardOf(ada)).toEqual({ ...COLOGNE, isVisiting: false })
    await vi.waitFor(() => expect(lastEventOf(ada)?.profile.hasPlace).toBe(true), WAIT)
    expect(JSON.stringify(events.of(userUpdated))).not.toContain(COLOGNE.id)
  })

  test('without a spelling it has its name in the language of the user', async () => {
    const ada = await buildUser()
    await users.updateOne({ _id: ada.id }, { $set: { language: 'de' } })
    await ada.patch({ placeId: 'DE' })
    expect((await ada.own()).place).toEqual({ ...GERMANY, name: 'Deutschland' })
  })

  test('when it is taken away, nothing of it is stored any more, nor of an earlier one (10.place.gone)', async () => {
    const ada = await buildUser(homeIn(HAMBURG))
    expect(await everythingStored()).toContain(HAMBURG.name)
    await ada.patch(homeIn(PORTO))
    expect(await everythingStored()).not.toMatch(/2911298|Hamburg/)
    await ada.patch({ placeId: null })
    expect(await everythingStored()).not.toMatch(/2911298|Hamburg|2735943|Porto/)
    expect([(await ada.own()).place, await cardOf(ada)]).toEqual([null, undefined])
    await vi.waitFor(() => expect(lastEventOf(ada)).toMatchObject({ rev: 3 }), WAIT)
    expect(lastEventOf(ada)?.profile).not.toHaveProperty('place')
  })

  test('it keeps its name after the place has left the list', async () => {
    const ada = await buildUser()
    const gone = { id: '999999999999', name: 'Old Town', kind: 'town' }
    await users.updateOne({ _id: ada.id }, { $set: { place: gone } as object })
    const { status, body } = await ada.patch({ age: 40 })
    expect([status, body.place, await cardOf(ada)]).toEqual([200, gone, { ...gone, isVisiting: false }])
  })

  test('a deleted account leaves no place behind', async () => {
    const ada = await buildUser(homeIn(VIENNA))
    await ada.patch({ trip: { ...homeIn(HAMBURG), until: inDays(3) } })
    await request(nats, deleteUser, { userId: ada.id })
    expect(await everythingStored()).not.toMatch(/2761369|Vienna|2911298|Hamburg/)
  })
})

describe('refusals', () => {
  const until = () => inDays(5)
  test.each<[string, () => object, object]>([
    ['an unknown town', () => ({ placeId: '999999999999' }), errors.unknownPlace().body],
    ['an unknown country', () => ({ placeId: 'XX' }), errors.unknownPlace().body],
    [
      'words that are no name of the place',
      () => ({ ...homeIn(COLOGNE), placeName: 'call me' }),
      errors.unknownPlace().body,
    ],
    [
      'a trip to an unknown town',
      () => ({ trip: { placeId: '999999999999', until: until() } }),
      errors.unknownPlace().body,
    ],
    [
      'a trip with words of its own',
      () => ({ trip: { ...homeIn(LISBON), placeName: 'Home', until: until() } }),
      errors.unknownPlace().body,
    ],
    ['a trip of 15 days', () => ({ trip: { ...homeIn(LISBON), until: inDays(15) } }), errors.tripTooLong().body],
    [
      'a trip that is over',
      () => ({ trip: { ...homeIn(LISBON), until: inDays(-1) } }),
      { message: 'Please choose a day in the future', code: 'INVALID_REQUEST' },
    ],
    ['an id that is none', () => ({ placeId: '../1' }), { message: 'Invalid place', code: 'INVALID_REQUEST' }],
    ['an operator as an id', () => ({ placeId: { $ne: null } }), { message: 'Invalid place', code: 'INVALID_REQUEST' }],
    ['a trip without an end', () => ({ trip: homeIn(LISBON) }), { code: 'INVALID_REQUEST' }],
  ])('%s is refused and changes nothing', async (_what, change, refusal) => {
    const ada = await buildUser(homeIn(GERMANY))
    const { status, body } = await ada.patch({ age: 50, ...change() })
    expect([status, body]).toMatchObject([400, refusal])
    expect(await ada.own()).toEqual(ada.user)
  })
})

describe('the quota', () => {
  const refused = [429, code(errors.noMovesLeft)]
  const places = [LISBON, GERMANY, COLOGNE]

  test(`${MOVES_PER_DAY} moves a day fit, however many come at once (10.place.moves)`, async () => {
    const ada = await buildUser(homeIn(COLOGNE))
    const changes = ['DE', 'PT', 'FR'].flatMap((id) => [{ placeId: id }, { trip: { placeId: id, until: inDays(5) } }])
    const responses = await Promise.all(changes.map((change) => ada.tryPatch(change)))
    expect(responses.toSorted()).toEqual([...Array(MOVES_PER_DAY).fill([200, undefined]), refused, refused, refused])
    expect((await users.findOne({ _id: ada.id }))?.moves).toHaveLength(MOVES_PER_DAY)
    expect(await ada.tryPatch({ placeId: 'AT' })).toEqual(refused)
    const { headers } = await ada.patch({ placeId: 'AT' })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(DAY_MS / 1_000 - 600)

    await agoBy(ada.id, DAY_MS)
    expect(await ada.tryPatch({ placeId: 'AT' })).toEqual([200, undefined])
  })

  test(`${MOVES_PER_30_DAYS} moves in 30 days fit`, async () => {
    const ada = await buildUser(homeIn(COLOGNE))
    for (let move = 0; move < MOVES_PER_30_DAYS; move++) {
      expect(await ada.tryPatch(homeIn(places[move % 3] ?? LISBON))).toEqual([200, undefined])
      await agoBy(ada.id, DAY_MS)
    }
    expect(await ada.tryPatch({ placeId: 'AT' })).toEqual(refused)
    await agoBy(ada.id, 20 * DAY_MS)
    expect(await ada.tryPatch({ placeId: 'AT' })).toEqual([200, undefined])
  })

  test('a home and a trip in one call are two moves, or none', async () => {
    const ada = await buildUser(homeIn(COLOGNE))
    for (const { id } of [LISBON, GERMANY]) await ada.patch({ placeId: id })
    const before = await ada.own()
    expect(await ada.tryPatch({ placeId: 'AT', trip: { ...homeIn(LISBON), until: inDays(1) } })).toEqual(refused)
    expect(await ada.own()).toEqual(before)
  })

  test('the first choice, another spelling, an earlier end and showing less are free', async () => {
    const ada = await buildUser()
    await ada.patch({ trip: { ...homeIn(LISBON), until: inDays(5) } })
    await ada.patch(homeIn(COLOGNE)) // the first choice
    await ada.patch({ placeId: COLOGNE.id, placeName: 'Köln' })
    await ada.patch({ trip: { placeId: LISBON.id, until: inDays(4) } })
    await ada.patch({ trip: null })
    await ada.patch({ placeId: null })
    await ada.patch({ placeId: null, trip: null })
    expect((await users.findOne({ _id: ada.id }))?.moves).toHaveLength(1)
    for (const { id } of [COLOGNE, LISBON]) await ada.patch({ placeId: id }) // no first choice any more
    expect(await ada.tryPatch({ placeId: 'DE' })).toEqual(refused)
    expect(await ada.tryPatch({ placeId: null })).toEqual([200, undefined])
  })

  test('a later end of the same trip is a move', async () => {
    const ada = await buildUser(homeIn(COLOGNE))
    for (const days of [5, 6, 7]) await ada.patch({ trip: { ...homeIn(LISBON), until: inDays(days) } })
    expect(await ada.tryPatch({ trip: { ...homeIn(LISBON), until: inDays(8) } })).toEqual(refused)
  })
})

describe('a trip', () => {
  test('it replaces the home on the card, and its end stays with its user (10.place.trip, 10.place.evidence)', async () => {
    const ada = await buildUser(homeIn(COLOGNE))
    const until = inDays(14)
    const { body } = await ada.patch({ trip: { ...homeIn(LISBON), until } })
    expect(body).toEqual({ ...ada.user, trip: { place: LISBON, until } })
    expect(await cardOf(ada)).toEqual({ ...LISBON, isVisiting: true })
    await vi.waitFor(() => expect(lastEventOf(ada)?.rev).toBe(2), WAIT)
    for (const hidden of [until, COLOGNE.id, LISBON.id]) expect(JSON.stringify(lastEventOf(ada))).not.toContain(hidden)
    const evidence = await request(nats, getProfileEvidence, { userId: ada.id })
    expect(evidence?.profile.place).toEqual({ ...LISBON, isVisiting: true })
    expect(JSON.stringify(evidence)).not.toContain(COLOGNE.id)

    const ended = await ada.patch({ trip: null })
    expect(ended.body).toEqual(ada.user)
    expect(await cardOf(ada)).toEqual({ ...COLOGNE, isVisiting: false })
  })

  test('when it is over, the home returns by itself and nothing of the trip stays', async () => {
    const ada = await buildUser(homeIn(COLOGNE))
    await ada.patch({ trip: { ...homeIn(OSLO), until: inDays(2) } })
    await users.updateOne({ _id: ada.id }, { $set: { 'trip.until': new Date(Date.now() - 1) } })
    expect(await ada.own()).toEqual(ada.user)
    await vi.waitFor(() => expect(lastEventOf(ada)).toMatchObject({ rev: 3, profile: { hasPlace: true } }), WAIT)
    expect(await cardOf(ada)).toEqual({ ...COLOGNE, isVisiting: false })
    expect(await everythingStored()).not.toMatch(/3143244|Oslo/)
  })
})

describe('the mode of the community', () => {
  test('required: a sign-up without a place is refused and takes no seat (10.place.required)', async () => {
    await publish({ place: 'required', registration: { cap: (await db.collection('users').countDocuments()) + 1 } })
    const refusedOne = await register()
    expect([refusedOne.status, refusedOne.body]).toEqual([403, errors.placeRequired().body])
    const unknown = await register({ placeId: 'XX' })
    expect([unknown.status, unknown.body]).toEqual([400, errors.unknownPlace().body])
    const { status, body } = await register({ placeId: 'DE', language: 'de' })
    expect([status, body.place]).toEqual([201, { ...GERMANY, name: 'Deutschland' }])
    const announced = () => events.of(userRegistered).find(({ profile }) => profile.id === body.id)
    await vi.waitFor(() => expect(announced()?.profile.hasPlace).toBe(true), WAIT)
    expect(await cardOf(body)).toMatchObject({ id: 'DE', isVisiting: false })
  })

  test('off: no response has a place, and every place returns with the next mode (10.place.off)', async () => {
    const ada = await buildUser(homeIn(COLOGNE))
    await ada.patch({ trip: { ...homeIn(LISBON), until: inDays(2) } })
    const before = await ada.own()
    await publish({ place: 'off' })
    for (const change of [{ placeId: 'DE' }, { placeId: null }, { trip: null }])
      expect(await ada.tryPatch(change)).toEqual([404, code(errors.featureOff)])
    const { status, body } = await ada.patch({ name: 'Ada Byron' })
    expect([status, JSON.stringify([body, await ada.own()])]).toEqual([200, expect.not.stringMatching(/place|trip/)])
    const evidence = await request(nats, getProfileEvidence, { userId: ada.id })
    expect(evidence?.profile).not.toHaveProperty('place')
    const { body: eve } = await register(homeIn(COLOGNE))
    expect(await users.findOne({ _id: eve.id })).not.toHaveProperty('place')

    await publish()
    expect(await ada.own()).toEqual({ ...before, name: 'Ada Byron' })
    expect(await cardOf(ada)).toEqual({ ...LISBON, isVisiting: true }) // also meanwhile: social looks at the mode
  })
})
