import { z } from 'zod'

const Meta = z.object({ name: z.string() })
const Selector = z.object({ matchLabels: z.record(z.string(), z.string()) })
const Probe = z.object({ httpGet: z.object({ path: z.string() }) })
const Container = z.object({
  image: z.string(),
  envFrom: z.array(z.object({ configMapRef: Meta.optional(), secretRef: Meta.optional() })).default([]),
  securityContext: z
    .object({
      allowPrivilegeEscalation: z.boolean(),
      readOnlyRootFilesystem: z.boolean(),
      capabilities: z.object({ drop: z.array(z.string()), add: z.array(z.string()).default([]) }),
    })
    .partial()
    .default({}),
  resources: z
    .object({ requests: z.record(z.string(), z.string()), limits: z.record(z.string(), z.string()) })
    .partial()
    .default({}),
  readinessProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
})
export const Deployment = z.object({
  kind: z.literal('Deployment'),
  metadata: Meta,
  spec: z.object({
    replicas: z.number().optional(),
    selector: Selector,
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.object({
        automountServiceAccountToken: z.boolean().optional(),
        hostNetwork: z.boolean().optional(),
        terminationGracePeriodSeconds: z.number().optional(),
        securityContext: z
          .object({ runAsNonRoot: z.boolean(), seccompProfile: z.object({ type: z.string() }) })
          .partial()
          .default({}),
        containers: z.array(Container),
      }),
    }),
  }),
})
export type Deployment = z.infer<typeof Deployment>

const Peer = z.looseObject({
  podSelector: z.object({ matchLabels: z.record(z.string(), z.string()).optional() }).optional(),
  namespaceSelector: Selector.optional(),
})
const Rule = z.object({
  from: z.array(Peer).optional(),
  to: z.array(Peer).optional(),
  ports: z.array(z.object({ port: z.number() })),
})
const NetworkPolicy = z.object({
  kind: z.literal('NetworkPolicy'),
  metadata: Meta,
  spec: z.object({
    podSelector: z.object({ matchLabels: z.record(z.string(), z.string()).optional() }),
    policyTypes: z.array(z.string()),
    ingress: z.array(Rule).default([]),
    egress: z.array(Rule).default([]),
  }),
})
const Budget = z.object({ kind: z.literal('PodDisruptionBudget'), spec: z.object({ selector: Selector }) })
const Autoscaler = z.object({
  kind: z.literal('HorizontalPodAutoscaler'),
  spec: z.object({ scaleTargetRef: Meta, minReplicas: z.number(), maxReplicas: z.number() }),
})
const Exposed = z.object({
  kind: z.literal('Service'),
  metadata: Meta,
  spec: z.object({ type: z.string().optional() }),
})

export function ofKind<S extends z.ZodObject<{ kind: z.ZodLiteral<string> }>>(
  schema: S,
  manifests: unknown[],
): z.output<S>[] {
  const kind = schema.shape.kind.value
  return manifests.filter((manifest) => (manifest as { kind?: string }).kind === kind).map((one) => schema.parse(one))
}

const SCALED = ['gateway', 'chat']
const DRAIN_SECONDS = 10
/** The only caller of each service; the gateway is called from another namespace. */
const CALLER = { auth: 'gateway', social: 'gateway', chat: 'gateway', admin: 'gateway' }
const MONGODB = 27_017
const REDIS = 6_379

/** Returns the violations of SEC-75 and of our rules in the rendered manifests. */
export function manifestProblems(manifests: unknown[]): string[] {
  const problems: string[] = []
  const check = (isMet: boolean, problem: string) => void (isMet || problems.push(problem))
  const budgets = ofKind(Budget, manifests)
  const autoscalers = ofKind(Autoscaler, manifests)
  const policies = ofKind(NetworkPolicy, manifests)
  const deployments = ofKind(Deployment, manifests)

  for (const { metadata, spec } of deployments) {
    const { name } = metadata
    const pod = spec.template.spec
    check(pod.securityContext.runAsNonRoot === true, `${name}: may run as root`)
    check(pod.securityContext.seccompProfile?.type === 'RuntimeDefault', `${name}: has no seccomp profile`)
    check(pod.automountServiceAccountToken === false, `${name}: has a token of the cluster`)
    check(!pod.hostNetwork, `${name}: is in the network of the host`)
    check((pod.terminationGracePeriodSeconds ?? 0) > DRAIN_SECONDS, `${name}: is killed before it has drained`)
    for (const { image, securityContext, resources, readinessProbe, livenessProbe } of pod.containers) {
      check(/:[\w.-]+$/.test(image) && !image.endsWith(':latest'), `${name}: image has no tag`)
      check(securityContext.allowPrivilegeEscalation === false, `${name}: may gain privileges`)
      check(securityContext.readOnlyRootFilesystem === true, `${name}: root is not read-only`)
      const { drop = [], add = [] } = securityContext.capabilities ?? {}
      check(drop.includes('ALL') && add.length === 0, `${name}: does not drop all capabilities`)
      check(Boolean(resources.requests?.cpu && resources.requests.memory), `${name}: requests nothing`)
      check(Boolean(resources.limits?.cpu && resources.limits.memory), `${name}: has no limits`)
      check(readinessProbe?.httpGet.path === '/readyz', `${name}: has no readiness probe`)
      check(livenessProbe?.httpGet.path === '/livez', `${name}: has no liveness probe`)
    }
    const hasBudget = budgets.some(({ spec: { selector } }) => selector.matchLabels.app === name)
    check(hasBudget, `${name}: has no disruption budget`)
    const scaler = autoscalers.find(({ spec: { scaleTargetRef } }) => scaleTargetRef.name === name)
    check(Boolean(scaler) === SCALED.includes(name), `${name}: ${scaler ? 'is' : 'is not'} scaled`)
    check((scaler?.spec.minReplicas ?? spec.replicas ?? 1) >= 2, `${name}: is one pod`)
    check(!scaler || spec.replicas === undefined, `${name}: every roll-out undoes its scaling`)

    const own = policies.filter(({ spec: { podSelector } }) => podSelector.matchLabels?.app === name)
    const callers = own.flatMap(({ spec: { ingress } }) => ingress.flatMap(({ from }) => from ?? [{}]))
    const expected = CALLER[name as keyof typeof CALLER] // undefined for the gateway
    const isExpected = ({ podSelector, namespaceSelector }: z.infer<typeof Peer>) =>
      expected ? podSelector?.matchLabels?.app === expected : Boolean(namespaceSelector)
    check(callers.length > 0 && callers.every(isExpected), `${name}: others may reach it`)
    const outward = own.flatMap(({ spec: { egress } }) => egress.filter(({ to }) => !to).flatMap(({ ports }) => ports))
    const reaches = (port: number) => outward.some((allowed) => allowed.port === port)
    check(reaches(MONGODB) === (name !== 'gateway'), `${name}: MongoDB`)
    check(reaches(REDIS) === ['gateway', 'auth', 'chat'].includes(name), `${name}: Redis`)
  }

  const deniesAll = ({ spec }: z.infer<typeof NetworkPolicy>) =>
    !spec.podSelector.matchLabels && spec.policyTypes.length === 2 && spec.ingress.length + spec.egress.length === 0
  check(policies.some(deniesAll), 'nothing is denied by default')
  for (const { metadata, spec } of ofKind(Exposed, manifests)) {
    check((spec.type ?? 'ClusterIP') === 'ClusterIP', `${metadata.name}: is reached from outside`)
  }
  const isSecret = (manifest: unknown) => (manifest as { kind?: string }).kind === 'Secret'
  check(!manifests.some(isSecret), 'a Secret is in the repository')
  return problems
}
