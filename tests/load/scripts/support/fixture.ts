import { type Cast, pairsOf } from '../../shared/fixture.ts'

const cast: Cast = JSON.parse(open(__ENV.CAST ?? '')) // written by the runner a moment ago

export const { url, plan, people } = cast
export const pairs = pairsOf(people.slice(0, 2 * plan.pairs))
export const singles = people.slice(2 * plan.pairs)
