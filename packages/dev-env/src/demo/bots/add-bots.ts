import { addDemoUser, type DemoUser } from '../add-demo-user.ts'
import { BOT_PROFILES } from './personas.ts'

/** Adds the bots in reverse order: the feed shows the newest users first. */
export async function addBots(baseUrl: string, password: string): Promise<DemoUser[]> {
  const bots: DemoUser[] = []
  for (const profile of BOT_PROFILES.toReversed()) bots.push(await addDemoUser(baseUrl, profile, password))
  return bots
}
