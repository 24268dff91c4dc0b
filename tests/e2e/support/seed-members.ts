import { selfieOf } from '@zing/dev-env/demo/portrait'
import { demoProfiles } from '@zing/dev-env/demo/profiles'
import { sendMessage } from '@zing/proto/http/chat'
import { likeUser } from '@zing/proto/http/social'
import { join, type Member } from './client.ts'

export interface Cast {
  me: Member
  /** A match with a conversation. */
  partner: Member
  /** A match without words. */
  quiet: Member
}

/** A few drawn people to whom something has happened, for screens that are to be looked at. */
export async function makeCast(baseURL: string): Promise<Cast> {
  const members = await Promise.all(
    demoProfiles(12).map(async ({ look, name, age, gender, orientation }) => {
      return join(baseURL, name, { name, age, gender, orientation, selfie: await selfieOf(look) })
    }),
  )
  const [me, partner, quiet, admirer] = members
  if (!me || !partner || !quiet || !admirer) throw new Error('too few people')
  for (const other of [partner, quiet]) {
    await me.call(likeUser, { body: { likedId: other.id } })
    await other.call(likeUser, { body: { likedId: me.id } })
  }
  await admirer.call(likeUser, { body: { likedId: me.id } })
  for (const [from, to, content] of [
    [partner, me, 'That exhibition on Saturday, still thinking of going?'],
    [me, partner, 'Yes! Doors at 11. Coffee before?'],
    [me, partner, 'There is a place with the good cinnamon rolls around the corner 🥐'],
    [partner, me, 'You had me at cinnamon'],
  ] as const) {
    await from.call(sendMessage, { body: { receiverId: to.id, content } })
  }
  return { me, partner, quiet }
}
