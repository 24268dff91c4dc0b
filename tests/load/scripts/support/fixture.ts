import { type Fixture, pairsOf } from '../../shared/fixture.ts'

const fixture: Fixture = JSON.parse(open(__ENV.FIXTURE ?? '')) // src/run-k6.ts writes it

export const { url, plan, users, isWarmUp, capacity, push } = fixture
export const pairs = pairsOf(users.slice(0, 2 * plan.pairs))
export const singles = users.slice(2 * plan.pairs)
