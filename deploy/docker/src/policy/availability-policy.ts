import { Autoscaler, createChecks, Deployment, DisruptionBudget, ofKind } from './manifests.ts'

const SCALED = ['gateway', 'chat']
const HOST = 'kubernetes.io/hostname'

/** Returns problems that would leave a process without a pod when nodes empty, releases roll out or load changes. */
export function availabilityProblems(manifests: unknown[]): string[] {
  const { problems, check } = createChecks()
  const budgets = ofKind(DisruptionBudget, manifests)
  const autoscalers = ofKind(Autoscaler, manifests)

  for (const { metadata, spec } of ofKind(Deployment, manifests)) {
    const { name } = metadata
    const scaler = autoscalers.find(({ spec: { scaleTargetRef } }) => scaleTargetRef.name === name)?.spec
    const replicas = scaler?.minReplicas ?? spec.replicas ?? 1
    const budget = budgets.find(({ spec: { selector } }) => selector.matchLabels.app === name)?.spec
    check(Boolean(budget), `${name}: has no disruption budget`)
    check(!budget || (budget.minAvailable ?? 0) >= 1, `${name}: its disruption budget lets every pod go`)
    check(!budget || (budget.minAvailable ?? 0) < replicas, `${name}: its disruption budget lets no node be emptied`)

    check(replicas >= 2, `${name}: is one pod`)
    const isSpread = spec.template.spec.topologySpreadConstraints.some(({ topologyKey }) => topologyKey === HOST)
    check(isSpread, `${name}: its pods may all be on one node`)
    check(spec.strategy?.rollingUpdate.maxUnavailable === 0, `${name}: a roll-out stops a pod before another is ready`)

    check(Boolean(scaler) === SCALED.includes(name), `${name}: ${scaler ? 'is' : 'is not'} scaled`)
    if (!scaler) continue
    check(spec.replicas === undefined, `${name}: every roll-out undoes its scaling`)
    check(scaler.scaleTargetRef.kind === 'Deployment', `${name}: its autoscaler scales a ${scaler.scaleTargetRef.kind}`)
    check(scaler.maxReplicas > scaler.minReplicas, `${name}: its autoscaler has no room`)
    const isByCpu = scaler.metrics.some(
      ({ resource }) => resource.name === 'cpu' && resource.target.type === 'Utilization',
    )
    check(isByCpu, `${name}: is not scaled by the use of its CPU`)
  }
  return problems
}
