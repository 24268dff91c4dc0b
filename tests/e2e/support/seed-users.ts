import { selfieDataUrl } from '@zing/dev-env/demo/pictures'
import { demoProfiles } from '@zing/dev-env/demo/profiles'
import { sendMessage } from '@zing/proto/http/chat'
import { setDiscoveryPreferences } from '@zing/proto/http/discovery'
import { likeUser } from '@zing/proto/http/social'
import { NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { type ApiUser, registerApiUser } from './client.ts'

export interface SeedUsers {
  viewer: ApiUser
  partner: ApiUser
  silentMatch: ApiUser
}

/** Registers users with photos, likes, matches and messages, for screenshots. */
export async function seedUsers(baseURL: string): Promise<SeedUsers> {
  const users = await Promise.all(
    demoProfiles(12).map(async (profile) => {
      const { username, name, age, gender, orientation } = profile
      return registerApiUser(baseURL, username, {
        name,
        age,
        gender,
        orientation,
        selfie: await selfieDataUrl(profile),
      })
    }),
  )
  const [viewer, partner, silentMatch, admirer] = users
  if (!viewer || !partner || !silentMatch || !admirer) throw new Error('too few demo profiles')
  await viewer.call(setDiscoveryPreferences, { body: NO_PREFERENCES }) // the feed asks no more whom to show
  for (const other of [partner, silentMatch]) {
    await viewer.call(likeUser, { body: { likedId: other.id } })
    await other.call(likeUser, { body: { likedId: viewer.id } })
  }
  await admirer.call(likeUser, { body: { likedId: viewer.id } })
  for (const [from, to, content] of [
    [partner, viewer, 'That exhibition on Saturday, still thinking of going?'],
    [viewer, partner, 'Yes! Doors at 11. Coffee before?'],
    [viewer, partner, 'There is a place with the good cinnamon rolls around the corner 🥐'],
    [partner, viewer, 'You had me at cinnamon'],
  ] as const) {
    await from.call(sendMessage, { body: { receiverId: to.id, content } })
  }
  return { viewer, partner, silentMatch }
}
