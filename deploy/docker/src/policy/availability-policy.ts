import { PROCESSES, type ProcessName } from '@zing/proto/processes'
import {
  Autoscaler,
  createChecks,
  Deployment,
  DisruptionBudget,
  ofKind,
  type Spread,
  StatefulSet,
} from './manifests.ts'

const SCALED = ['gateway', 'chat']
const HOST = 'kubernetes.io/hostname'

/** Returns problems that leave a process or server without a pod when nodes empty, releases roll out or load changes. */
export function availabilityProblems(manifests: unknown[]): string[] {
  const { problems, check } = createChecks()
  const budgets = ofKind(DisruptionBudget, manifests)
  const autoscalers = ofKind(Autoscaler, manifests)

  for (const { metadata, spec } of [...ofKind(Deployment, manifests), ...ofKind(StatefulSet, manifests)]) {
    const { name } = metadata
    const scaler = autoscalers.find(({ spec: { scaleTargetRef } }) => scaleTargetRef.name === name)?.spec
    const replicas = scaler?.minReplicas ?? spec.replicas ?? 1
    const isSpared = PROCESSES[name as ProcessName]?.isOptional // nothing waits for it
    const budget = budgets.find(({ spec: { selector } }) => selector.matchLabels.app === name)?.spec
    const kept = budget && (budget.minAvailable ?? replicas - (budget.maxUnavailable ?? replicas))
    check(isSpared || kept !== undefined, `${name}: has no disruption budget`)
    check(kept === undefined || kept >= 1, `${name}: its disruption budget lets every pod go`)
    check(kept === undefined || kept < replicas, `${name}: its disruption budget lets no node be emptied`)

    check(isSpared || replicas >= 2, `${name}: is one pod`)
    const spreads = spec.template.spec.topologySpreadConstraints
    const isSpread = spreads.some(({ topologyKey }) => topologyKey === HOST)
    check(isSpread, `${name}: its pods may all be on one node`)
    check(spreads.every(isAccepted), `${name}: Kubernetes accepts it, but no pod of it`)
  }
  for (const { metadata, spec } of ofKind(Deployment, manifests)) {
    const { name } = metadata
    const scaler = autoscalers.find(({ spec: { scaleTargetRef } }) => scaleTargetRef.name === name)?.spec
    check(spec.strategy?.rollingUpdate.maxUnavailable === 0, `${name}: a roll-out stops a pod before another is ready`)

    check(Boolean(scaler) === SCALED.includes(name), `${name}: ${scaler ? 'is' : 'is not'} scaled`)
    if (!scaler) continue
    check(spec.replicas === undefined, `${name}: every roll-out undoes its scaling`)
    check(scaler.scaleTargetRef.kind === 'Deployment', `${name}: its autoscaler scales a ${scaler.scaleTargetRef.kind}`)
    check(scaler.maxReplicas > scaler.minReplicas, `${name}: its autoscaler has no room`)
    const isByCpu = scaler.metrics.some(
      ({ resource }) => resource?.name === 'cpu' && resource.target.type === 'Utilization',
    )
    check(isByCpu, `${name}: is not scaled by the use of its CPU`)
  }
  return problems
}

/** A label may be in one of both only, and keys need a selector. */
function isAccepted({ labelSelector, matchLabelKeys }: Spread): boolean {
  const { matchLabels = {}, matchExpressions = [] } = labelSelector ?? {}
  const selected = [...Object.keys(matchLabels), ...matchExpressions.map(({ key }) => key)]
  return !matchLabelKeys.some((key) => !labelSelector || selected.includes(key))
}
