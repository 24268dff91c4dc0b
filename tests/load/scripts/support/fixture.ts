import { type Fixture, pairsOf } from '../../shared/fixture.ts'

const fixture: Fixture = JSON.parse(open(__ENV.CAST ?? '')) // written by the runner a moment ago

export const { url, plan, people } = fixture
export const pairs = pairsOf(people.slice(0, 2 * plan.pairs))
export const singles = people.slice(2 * plan.pairs)
