import { z } from 'zod'

const Named = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) })
const EnvSource = z.looseObject({
  configMapRef: z.object({ name: z.string() }).optional(),
  secretRef: z.object({ name: z.string() }).optional(),
})
const Port = z.looseObject({ name: z.string(), containerPort: z.number() })
const Probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })
const Container = z.looseObject({
  name: z.string(),
  ports: z.array(Port),
  envFrom: z.array(EnvSource),
  readinessProbe: Probe,
  livenessProbe: Probe,
  volumeMounts: z.array(z.looseObject({ name: z.string() })),
})
const Deployment = z.looseObject({
  kind: z.literal('Deployment'),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    template: z.looseObject({
      metadata: z.looseObject({ labels: z.object({ app: z.string() }) }),
      spec: z.looseObject({
        containers: z.tuple([Container]),
        volumes: z.array(z.looseObject({ name: z.string() })),
      }),
    }),
  }),
})

export interface PodmanManifest {
  app: string
  /** Prefix of its pods' names. */
  podPrefix: string
  /** Paths and ports of the probes. */
  probes: { path: string; port: number }[]
  /** Objects for a file of `podman kube play`. */
  objects: unknown[]
  secret: { name: string; values: Record<string, string> }
}

const Secret = z.object({ stringData: z.record(z.string(), z.string()) })

/**
 * Returns each Deployment with the objects that it refers to, changed only where podman differs from Kubernetes. podman
 * probes with curl, which the images lack. It publishes every port of a container. All pods share an emptyDir of one
 * name. `publishedPort` is the gateway's port on this machine.
 */
export function podmanManifests(rendered: unknown[], publishedPort: number): PodmanManifest[] {
  const named = rendered.map((object) => Named.parse(object))
  return named
    .filter(({ kind }) => kind === 'Deployment')
    .map((object) => {
      const deployment = Deployment.parse(object)
      const { template } = deployment.spec
      const { app } = template.metadata.labels
      const [container] = template.spec.containers
      const { readinessProbe, livenessProbe, ...rest } = container
      const portOf = (name: string) => container.ports.find((port) => port.name === name)?.containerPort ?? 0
      const find = (kind: string, name: string | undefined) =>
        named.filter((one) => one.kind === kind && one.metadata.name === name)

      const volume = (one: { name: string }) => ({ ...one, name: `${deployment.metadata.name}-${one.name}` })
      const published = { containerPort: portOf('http'), hostPort: publishedPort, hostIP: '127.0.0.1' }
      const changed = {
        ...rest,
        ports: app === 'gateway' ? [published] : [],
        volumeMounts: container.volumeMounts.map(volume),
      }
      const pod = { ...template.spec, containers: [changed], volumes: template.spec.volumes.map(volume) }
      const [secret] = container.envFrom.flatMap(({ secretRef }) => find('Secret', secretRef?.name))
      if (!secret) throw new Error(`${app} has no Secret`)
      return {
        app,
        podPrefix: `${deployment.metadata.name}-pod`,
        probes: [readinessProbe, livenessProbe].map(({ httpGet }) => ({
          path: httpGet.path,
          port: portOf(httpGet.port),
        })),
        objects: [
          ...container.envFrom.flatMap(({ configMapRef }) => find('ConfigMap', configMapRef?.name)),
          { ...deployment, spec: { ...deployment.spec, template: { ...template, spec: pod } } },
        ],
        secret: { name: secret.metadata.name, values: Secret.parse(secret).stringData },
      }
    })
}
