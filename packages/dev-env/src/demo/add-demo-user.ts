import { updateUser } from '@zing/proto/http/auth'
import { addPhoto } from '@zing/proto/http/photos'
import { type ApiClient, registerOrLogIn } from './member.ts'
import { pictureOf, selfieDataUrl } from './pictures.ts'
import type { DemoProfile } from './profiles.ts'

export interface DemoUser {
  profile: DemoProfile
  member: ApiClient
}

/** Registers a demo user, or logs in as after an interrupted start, and adds the story of the profile. */
export async function addDemoUser(baseUrl: string, profile: DemoProfile, password: string): Promise<DemoUser> {
  const { username, name, age, gender, orientation, place = {}, story } = profile
  const selfie = await selfieDataUrl(profile)
  const member = await registerOrLogIn(baseUrl, {
    username,
    name,
    age,
    gender,
    orientation,
    password,
    selfie,
    ...place,
  })
  await member.call(updateUser, { body: story })
  return { profile, member }
}

/** Adds the pictures behind the selfie, in their order; a picture of the profile is not added again. */
export async function addPictures({ profile, member }: DemoUser): Promise<void> {
  for (let index = 1; index < profile.pictures.length; index++) {
    await member.call(addPhoto, { file: await pictureOf(profile, index) })
  }
}
