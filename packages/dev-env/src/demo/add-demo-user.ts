import { updateUser } from '@zing/proto/http/auth'
import { type ApiClient, registerOrLogIn } from './member.ts'
import { selfieDataUrl } from './portrait.ts'
import type { DemoProfile } from './profiles.ts'

/** Registers a demo user, or logs in as after an interrupted start, and adds the story of the profile. */
export async function addDemoUser(
  baseUrl: string,
  { look, story, ...details }: DemoProfile,
  password: string,
): Promise<ApiClient> {
  const member = await registerOrLogIn(baseUrl, { ...details, password, selfie: await selfieDataUrl(look) })
  await member.call(updateUser, { body: story })
  return member
}
