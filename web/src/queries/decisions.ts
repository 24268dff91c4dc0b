import type { ResponseOf } from '@zing/proto/endpoint'
import type { undoLast } from '@zing/proto/http/discovery'

export type Decision = ResponseOf<typeof undoLast>

/** Likes and passes of this tab that can be undone, the latest last. */
let decisions: Decision[] = []

export function noteDecision(decision: Decision): void {
  dropDecisions(decision.userId)
  decisions.push(decision)
}

/** For a user about whom the decision is undone, refused or taken back. */
export function dropDecisions(userId: number): void {
  decisions = decisions.filter((decision) => decision.userId !== userId)
}

export function latestDecision(): Decision | undefined {
  return decisions.at(-1)
}

/** For the next user of this page, and after a start over. */
export function clearDecisions(): void {
  decisions = []
}
