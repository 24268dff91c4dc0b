import { registerOrLogIn } from '../member.ts'
import { selfieDataUrl } from '../portrait.ts'
import { BOT_PROFILES } from './personas.ts'

/** Adds the bots in reverse order: the feed shows the newest users first. */
export async function addBots(baseUrl: string, password: string): Promise<void> {
  for (const { look, ...details } of BOT_PROFILES.toReversed()) {
    await registerOrLogIn(baseUrl, { ...details, password, selfie: await selfieDataUrl(look) })
  }
}
