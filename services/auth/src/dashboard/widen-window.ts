import { type Cohort, dayName, dayOf } from '@zing/proto/community/cohorts'
import type { DashboardWindow } from '@zing/proto/community/dashboard'
import { GROUP_MIN } from '@zing/proto/limits'

/**
 * Widens a window to blocks of days in which GROUP_MIN members or more have registered. An admin who subtracts two windows
 * learns of a whole block at least.
 */
export function widenWindow({ from, to }: DashboardWindow, cohorts: Cohort<'joined'>[]): DashboardWindow {
  const [first, last] = [dayOf(Date.parse(from)), dayOf(Date.parse(to))]
  const blocks = blocksOf(cohorts)
  const begin = blocks.find((block) => block.first <= first && first <= block.last)?.first ?? first
  const end = blocks.find((block) => block.first <= last && last <= block.last)?.last ?? last
  return { from: dayName(begin), to: dayName(end) }
}

interface Block {
  /** Days since 1970 in UTC. */
  first: number
  last: number
}

/** The blocks follow each other without a gap. The last members belong to the block before if they are too few. */
function blocksOf(cohorts: Cohort<'joined'>[]): Block[] {
  const blocks: Block[] = []
  let members = 0
  let first = cohorts[0]?.day ?? 0
  for (const { day, counts } of cohorts) {
    members += counts.joined ?? 0
    if (members < GROUP_MIN) continue
    blocks.push({ first, last: day })
    first = day + 1
    members = 0
  }
  const [newest, last] = [cohorts.at(-1), blocks.at(-1)]
  if (!newest || members === 0) return blocks
  if (last) last.last = newest.day
  else blocks.push({ first, last: newest.day })
  return blocks
}
