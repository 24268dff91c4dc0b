import { getProfile, listMatches, listUsers } from '@zing/proto/http/social'
import { userUpdated } from '@zing/proto/nats/events'
import type { ReplicatedProfile } from '@zing/proto/profiles/users'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupSocial, type TestUser } from '../setup-social.ts'

const { publishEvent, models, match, newUser, accounts, eventsHandled } = await setupSocial()

function storyOf(id: number) {
  return {
    photos: [1, 7, 5].map((version) => ({ id: String(version), path: `/api/selfies/${id}/${version}` })),
    bio: 'Climber; tea > coffee.\n\nAsk me about my cat 🐈',
    prompts: [{ promptId: 'ask-me', answer: 'The cat.' }],
    interests: ['climbing', 'cats'],
    lookingFor: 'relationship' as const,
  }
}

/** Changes the profile as auth does. */
async function update({ id, profile }: TestUser, more: Partial<ReplicatedProfile>, rev: number): Promise<void> {
  accounts.set(id, { profile: { ...profile, ...more }, rev, epoch: 0 })
  await publishEvent(userUpdated, { profile: { ...profile, ...more } }, { rev })
  await vi.waitFor(async () => expect((await models.Profile.findById(id).lean())?.rev).toBe(rev), WAIT)
}

const view = async (viewer: TestUser, { id }: TestUser) => (await viewer.call(getProfile, { params: { id } })).body

test('a story is in the profile, in the feed and in the list of matches (10.story.shown)', async () => {
  const [ada, ben] = await match()
  const story = storyOf(ada.id)
  await update(ada, story, 2)
  expect(await view(ben, ada)).toMatchObject({ ...ada.publicProfile, ...story, isMatch: true })
  const [matched] = (await ben.call(listMatches)).body
  expect(matched).toMatchObject({ id: ada.id, ...story })
  const { body: feed } = await newUser().call(listUsers)
  expect(feed.find(({ id }) => id === ada.id)).toMatchObject(story)
})

test('others see the main photo, the live selfie and veils, but no hidden orientation (10.profile.orientation)', async () => {
  const [ada, ben] = await match()
  const [first, selfie] = storyOf(ada.id).photos
  const photos = [
    { ...first, isVeiled: true },
    { ...selfie, isLive: true },
  ] as ReplicatedProfile['photos']
  await update(ada, { photos, selfie: photos[0]?.path ?? null, orientation: '' }, 2)
  const shown = { selfie: first?.path, photos, orientation: '' }
  expect(await view(ben, ada)).toMatchObject(shown)
  expect((await ben.call(listMatches)).body).toMatchObject([{ id: ada.id, ...shown }])
  const { body: feed } = await newUser().call(listUsers, { query: { scope: 'discover' } })
  expect(feed.find(({ id }) => id === ada.id)).toMatchObject(shown)
})

test('when a user clears a story, it is gone', async () => {
  const [ada, viewer] = [newUser(), newUser()]
  await update(ada, storyOf(ada.id), 2)
  const cleared = { photos: [], selfie: null, bio: null, prompts: [], interests: [], lookingFor: null }
  await update(ada, cleared, 3)
  expect(await view(viewer, ada)).toMatchObject(cleared)
})

test('a late event does not bring an older story back', async () => {
  const [ada, viewer] = [newUser(), newUser()]
  await update(ada, { ...storyOf(ada.id), bio: 'New' }, 3)
  await publishEvent(userUpdated, { profile: { ...ada.profile, ...storyOf(ada.id), bio: 'Old' } }, { rev: 2 })
  await eventsHandled()
  expect((await view(viewer, ada)).bio).toBe('New')
})
