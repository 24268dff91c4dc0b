import { z } from 'zod'

const Meta = z.object({ name: z.string() })
const Labels = z.record(z.string(), z.string())
const Selector = z.object({ matchLabels: Labels })
const Probe = z.object({
  httpGet: z.object({ path: z.string(), port: z.union([z.string(), z.number()]) }).optional(),
  periodSeconds: z.number().default(10),
  failureThreshold: z.number().default(3),
})
const Spread = z.object({
  topologyKey: z.string(),
  labelSelector: z
    .object({ matchLabels: Labels, matchExpressions: z.array(z.object({ key: z.string() })) })
    .partial()
    .optional(),
  matchLabelKeys: z.array(z.string()).default([]),
})
export type Spread = z.infer<typeof Spread>
const Container = z.object({
  image: z.string(),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  envFrom: z.array(z.object({ configMapRef: Meta.optional(), secretRef: Meta.optional() })).default([]),
  securityContext: z
    .object({
      allowPrivilegeEscalation: z.boolean(),
      readOnlyRootFilesystem: z.boolean(),
      capabilities: z.object({ drop: z.array(z.string()), add: z.array(z.string()).default([]) }),
    })
    .partial()
    .default({}),
  resources: z.object({ requests: Labels, limits: Labels }).partial().default({}),
  readinessProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
})
const Volume = z.union([
  z.object({ configMap: Meta }),
  z.object({ emptyDir: z.object({ sizeLimit: z.string().optional() }).optional() }),
])
const workload = {
  replicas: z.number().optional(),
  selector: Selector,
  template: z.object({
    metadata: z.object({ labels: Labels }),
    spec: z.object({
      automountServiceAccountToken: z.boolean().optional(),
      hostNetwork: z.boolean().optional(),
      terminationGracePeriodSeconds: z.number().optional(),
      topologySpreadConstraints: z.array(Spread).default([]),
      securityContext: z
        .object({ runAsNonRoot: z.boolean(), seccompProfile: z.object({ type: z.string() }) })
        .partial()
        .default({}),
      initContainers: z.array(Container).default([]),
      containers: z.array(Container),
      volumes: z.array(Volume).default([]),
    }),
  }),
}
export const Deployment = z.object({
  kind: z.literal('Deployment'),
  metadata: Meta,
  spec: z.object({
    ...workload,
    strategy: z
      .object({ rollingUpdate: z.object({ maxUnavailable: z.union([z.number(), z.string()]).default('25%') }) })
      .optional(),
  }),
})
export type Deployment = z.infer<typeof Deployment>
export const StatefulSet = z.object({ kind: z.literal('StatefulSet'), metadata: Meta, spec: z.object(workload) })
export type StatefulSet = z.infer<typeof StatefulSet>

const IpBlock = z.object({ cidr: z.string(), except: z.array(z.string()).optional() })
export type IpBlock = z.infer<typeof IpBlock>
const Peer = z.looseObject({
  ipBlock: IpBlock.optional(),
  podSelector: z.object({ matchLabels: Labels.optional() }).optional(),
  namespaceSelector: Selector.optional(),
})
export type Peer = z.infer<typeof Peer>
const Rule = z.object({
  from: z.array(Peer).optional(),
  to: z.array(Peer).optional(),
  ports: z.array(z.object({ port: z.number() })).optional(),
})
export type Rule = z.infer<typeof Rule>
export const NetworkPolicy = z.object({
  kind: z.literal('NetworkPolicy'),
  metadata: Meta,
  spec: z.object({
    podSelector: z.object({ matchLabels: Labels.optional() }),
    policyTypes: z.array(z.string()),
    ingress: z.array(Rule).default([]),
    egress: z.array(Rule).default([]),
  }),
})
export type NetworkPolicy = z.infer<typeof NetworkPolicy>

export const DisruptionBudget = z.object({
  kind: z.literal('PodDisruptionBudget'),
  spec: z.object({ minAvailable: z.number().optional(), maxUnavailable: z.number().optional(), selector: Selector }),
})
export const Autoscaler = z.object({
  kind: z.literal('HorizontalPodAutoscaler'),
  spec: z.object({
    scaleTargetRef: z.object({ kind: z.string(), name: z.string() }),
    minReplicas: z.number(),
    maxReplicas: z.number(),
    metrics: z.array(
      z.object({ resource: z.object({ name: z.string(), target: z.object({ type: z.string() }) }).optional() }),
    ),
  }),
})
export const Service = z.object({
  kind: z.literal('Service'),
  metadata: Meta,
  spec: z.object({
    type: z.string().optional(),
    selector: Labels.default({}),
    ports: z.array(z.object({ port: z.number(), targetPort: z.union([z.string(), z.number()]).optional() })),
  }),
})
export const ConfigMap = z.object({ kind: z.literal('ConfigMap'), metadata: Meta, data: Labels })
export const Secret = z.object({ kind: z.literal('Secret'), metadata: Meta, stringData: Labels })

export function ofKind<S extends z.ZodObject<{ kind: z.ZodLiteral<string> }>>(
  schema: S,
  manifests: unknown[],
): z.output<S>[] {
  const kind = schema.shape.kind.value
  return manifests.filter((manifest) => (manifest as { kind?: string }).kind === kind).map((one) => schema.parse(one))
}

/** Collects the problems of the checks that fail. */
export function createChecks() {
  const problems: string[] = []
  return { problems, check: (isMet: boolean, problem: string) => void (isMet || problems.push(problem)) }
}
