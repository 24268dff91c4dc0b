import type { Fault } from '../nemesis/fault.ts'
import type { Member } from '../product/member.ts'
import type { Random } from '../random.ts'

/**
 * `repeated`: new administrators request the reset until it succeeds. `awaited`: one requests it, and its stored state
 * shows the end. `twice`: two administrators request it at once.
 */
export type ResetMode = 'repeated' | 'awaited' | 'twice'

export interface ResetPlan {
  mode: ResetMode
  /** Its `at` counts from the start of the load; the reset is requested at RESET_AT_MS. */
  fault: Fault
}

export const RESET_AT_MS = 1_500
const MODES: ResetMode[] = ['repeated', 'awaited', 'twice']
const KINDS = ['kill', 'pause', 'cut', 'stall'] as const
type Kind = (typeof KINDS)[number]
const TARGETS: Member['kind'][] = ['auth', 'social', 'chat', 'admin', 'nats', 'mongodb']
/** The fault begins shortly before the request, or during the reset. */
const AT_MS = [RESET_AT_MS - 300, RESET_AT_MS + 500] as const
const DURATION_MS: Record<Kind, readonly [least: number, most: number]> = {
  kill: [300, 2_500],
  pause: [1_500, 6_000],
  cut: [1_500, 5_000],
  stall: [1_500, 6_000],
}

/** Plans one fault of a service, NATS or the database, during the reset. */
export function planReset(random: Random, members: Pick<Member, 'name' | 'kind' | 'links'>[]): ResetPlan {
  const mode = random.pick(MODES)
  const targets = members.filter(({ kind }) => TARGETS.includes(kind)).toSorted((a, b) => a.name.localeCompare(b.name)) // servers start in any order
  const possible = targets.flatMap((member) => KINDS.flatMap((kind) => faultsOf(member, kind)))
  const chosen = random.pick(possible)
  return { mode, fault: { ...chosen, at: random.integer(...AT_MS), ms: random.integer(...DURATION_MS[chosen.kind]) } }
}

function faultsOf(
  { name, links }: Pick<Member, 'name' | 'links'>,
  kind: Kind,
): (Pick<Fault, 'target' | 'server'> & { kind: Kind })[] {
  if (kind === 'kill' || kind === 'pause') return [{ kind, target: name }]
  const servers = (['mongodb', 'nats'] as const).filter((server) => links[server])
  return servers.map((server) => ({ kind, target: name, server }))
}
