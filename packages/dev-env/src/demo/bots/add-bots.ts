import { addDemoUser } from '../add-demo-user.ts'
import { BOT_PROFILES } from './personas.ts'

/** Adds the bots in reverse order: the feed shows the newest users first. */
export async function addBots(baseUrl: string, password: string): Promise<void> {
  for (const profile of BOT_PROFILES.toReversed()) await addDemoUser(baseUrl, profile, password)
}
