import { PROCESSES, type ProcessName } from '@zing/proto/processes'
import { ROUTED_SERVICES } from '@zing/proto/routes'
import { ConfigMap, createChecks, Deployment, ofKind, Service, StatefulSet } from './manifests.ts'

/** The longest stop of a process, besides the drain of its sockets. */
const STOP_SECONDS = 10
/** A process that is only busy responds within this time. */
const BUSY_SECONDS = 20

/** Returns the violations of SEC-75, and of the probes in the pods of the Deployments. */
export function podProblems(manifests: unknown[]): string[] {
  const workloads = [...ofKind(Deployment, manifests), ...ofKind(StatefulSet, manifests)]
  return [...workloads.flatMap(hardeningProblems), ...processProblems(manifests)]
}

function hardeningProblems({ metadata, spec }: Deployment | StatefulSet): string[] {
  const { problems, check } = createChecks()
  const { name } = metadata
  const { labels } = spec.template.metadata
  const pod = spec.template.spec
  check(spec.selector.matchLabels.app === name && labels.app === name, `${name}: does not select its own pods`)
  check(pod.securityContext.runAsNonRoot === true, `${name}: may run as root`)
  check(pod.securityContext.seccompProfile?.type === 'RuntimeDefault', `${name}: has no seccomp profile`)
  check(pod.automountServiceAccountToken === false, `${name}: has a token of the cluster`)
  check(!pod.hostNetwork, `${name}: is in the network of the host`)
  check(
    pod.volumes.every((volume) => 'configMap' in volume || volume.emptyDir?.sizeLimit),
    `${name}: has a folder without a limit`,
  )
  for (const { image, securityContext, resources } of [...pod.initContainers, ...pod.containers]) {
    check(/:[\w.-]+$/.test(image) && !image.endsWith(':latest'), `${name}: image has no tag`)
    check(securityContext.allowPrivilegeEscalation === false, `${name}: may gain privileges`)
    check(securityContext.readOnlyRootFilesystem === true, `${name}: root is not read-only`)
    const { drop = [], add = [] } = securityContext.capabilities ?? {}
    check(drop.includes('ALL') && add.length === 0, `${name}: does not drop all capabilities`)
    check(Boolean(resources.requests?.cpu && resources.requests.memory), `${name}: requests nothing`)
    check(Boolean(resources.limits?.cpu && resources.limits.memory), `${name}: has no limits`)
  }
  return problems
}

function processProblems(manifests: unknown[]): string[] {
  const { problems, check } = createChecks()
  const services = ofKind(Service, manifests)
  const configMaps = ofKind(ConfigMap, manifests)

  for (const { metadata, spec } of ofKind(Deployment, manifests)) {
    const { name } = metadata
    const pod = spec.template.spec
    for (const container of pod.containers) {
      const { ports, envFrom, readinessProbe, livenessProbe } = container
      const portOf = (title: string | number | undefined) => ports.find((port) => port.name === title)?.containerPort
      const http = portOf('http')
      check(readinessProbe?.httpGet?.path === '/readyz', `${name}: has no readiness probe`)
      check(livenessProbe?.httpGet?.path === '/livez', `${name}: has no liveness probe`)
      for (const probe of [readinessProbe, livenessProbe])
        check(portOf(probe?.httpGet?.port) === http, `${name}: a probe calls another port than http`)
      const killedAfter = (livenessProbe?.periodSeconds ?? 0) * (livenessProbe?.failureThreshold ?? 0)
      check(killedAfter >= BUSY_SECONDS, `${name}: is killed while it is only busy`)

      const data = configMaps.filter(({ metadata: map }) =>
        envFrom.some(({ configMapRef }) => configMapRef?.name === map.name),
      )
      const drainSeconds = Math.max(0, ...data.map((map) => Number(map.data.DRAIN_SECONDS ?? 0)))
      const graceSeconds = pod.terminationGracePeriodSeconds ?? 0
      check(graceSeconds > STOP_SECONDS + drainSeconds, `${name}: is killed before it has drained`)
      const port = data.map((map) => map.data.PORT).find(Boolean)
      check(http !== undefined && String(http) === port, `${name}: listens on another port than http`)
      check(http === PROCESSES[name as ProcessName]?.port, `${name}: has another port in proto/src/processes.ts`)
      if (!isCalled(name)) continue
      const service = services.find((one) => one.metadata.name === name)
      check(service?.spec.selector.app === name, `${name}: no Service leads to it`)
      check(portOf(service?.spec.ports[0]?.targetPort) === http, `${name}: its Service leads to another port than http`)
    }
  }
  return problems
}

/** False for a process that takes its work from NATS. */
function isCalled(name: string): boolean {
  return name === 'gateway' || ROUTED_SERVICES.some((routed) => routed === name)
}
