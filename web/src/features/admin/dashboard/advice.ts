import type { Dashboard } from '@zing/proto/community/dashboard'
import { type Advice, type Said, TOPICS, type Topic } from './advice-parts.ts'
import { adviseOnFunnel, adviseOnSpeed } from './funnel-advice.ts'
import { adviseOnActive, adviseOnBalance, adviseOnEmptyFeeds, adviseOnSources } from './member-advice.ts'
import { adviseOnBackup, adviseOnHour, adviseOnModeration, adviseOnStorage } from './operation-advice.ts'

const RULES: Record<Topic, (numbers: Dashboard, now: number) => Said> = {
  moderation: adviseOnModeration,
  hour: adviseOnHour,
  backup: adviseOnBackup,
  emptyFeed: adviseOnEmptyFeeds,
  funnel: adviseOnFunnel,
  balance: adviseOnBalance,
  speed: adviseOnSpeed,
  sources: adviseOnSources,
  active: adviseOnActive,
  storage: adviseOnStorage,
}

/** One sentence for every number. */
export function adviseOn(numbers: Dashboard, now: number): Record<Topic, Advice> {
  const all = TOPICS.map((topic): [Topic, Advice] => [topic, { topic, ...RULES[topic](numbers, now) }])
  return Object.fromEntries(all) as Record<Topic, Advice> // one entry for each topic
}

/** The advice that needs an act, most urgent first. */
export function toDo(advice: Record<Topic, Advice>): Advice[] {
  return TOPICS.map((topic) => advice[topic])
    .filter(({ urgency }) => urgency > 0)
    .sort((one, other) => other.urgency - one.urgency)
}
