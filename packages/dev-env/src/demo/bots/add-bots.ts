import { joinAs } from '../member.ts'
import { selfieOf } from '../portrait.ts'
import { COMPANIONS } from './personas.ts'

/** One after another, and the first of the list last: the feed shows the newest people first. */
export async function addBots(baseUrl: string, password: string): Promise<void> {
  for (const { look, ...details } of COMPANIONS.toReversed()) {
    await joinAs(baseUrl, { ...details, password, selfie: await selfieOf(look) })
  }
}
