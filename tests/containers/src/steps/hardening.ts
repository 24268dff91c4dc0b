import { z } from 'zod'
import type { Product } from '../product/product.ts'
import type { Step } from './step.ts'

const ROOT_UID = 0
const MAX_OPEN_TMP_BYTES = 256 * 1024 * 1024

const Inspected = z.array(
  z.object({
    HostConfig: z.object({
      ReadonlyRootfs: z.boolean(),
      Privileged: z.boolean(),
      Init: z.boolean().nullish(),
      PidMode: z.string(),
      IpcMode: z.string(),
      Memory: z.number(),
      PidsLimit: z.number().nullish(),
      NanoCpus: z.number().default(0),
      CpuQuota: z.number().default(0),
      SecurityOpt: z.array(z.string()).nullish(),
      RestartPolicy: z.object({ Name: z.string() }),
      NetworkMode: z.string(),
      LogConfig: z.object({
        Type: z.string(),
        Config: z.record(z.string(), z.string()).nullish(),
        Size: z.string().nullish(),
      }),
    }),
    Mounts: z.array(z.object({ Type: z.string(), Source: z.string(), RW: z.boolean() })),
  }),
)

/** SEC-75, checked in the configuration of the running containers and from inside. */
export const hardening: Step = {
  name: 'hardening',
  async run({ product }) {
    const states = await product.states()
    const problems: string[] = []
    for (const { name, service, isRunning, hasHealthCheck } of states) {
      if (!isRunning) continue
      const found = [
        ...(hasHealthCheck ? [] : ['has no health check']),
        ...(await inspectProblems(product, name)),
        ...(await insideProblems(product, name)),
      ]
      problems.push(...found.map((problem) => `${service} ${problem}`))
    }
    if (problems.length > 0) throw new Error(problems.join('; '))
    return `${states.length} containers`
  },
}

async function inspectProblems({ engine }: Product, name: string): Promise<string[]> {
  const [inspected] = Inspected.parse(JSON.parse(await engine.run(['container', 'inspect', name])))
  if (!inspected) return ['is gone']
  const { HostConfig: host, Mounts: mounts } = inspected
  const isLogLimited = Boolean(host.LogConfig.Config?.['max-size'] || parseFloat(host.LogConfig.Size ?? '') > 0)
  return problemsOf({
    'has a writable root': !host.ReadonlyRootfs,
    'is privileged': host.Privileged,
    'has no init': host.Init !== true,
    'sees processes or memory of the host': [host.PidMode, host.IpcMode].includes('host'),
    'has no memory limit': !(host.Memory > 0),
    'has no limit of processes': !(Number(host.PidsLimit) > 0),
    'has no limit of CPU': !(host.NanoCpus > 0 || host.CpuQuota > 0),
    'is not restarted': !['unless-stopped', 'always'].includes(host.RestartPolicy.Name),
    'shares the network of the host': host.NetworkMode === 'host',
    'has no limit of its log': !isLogLimited,
    'may write to a folder of the host': mounts.some(({ Type, RW }) => Type === 'bind' && RW),
  })
}

/** Reads the status of the process itself, since the engine may report something else. */
export async function insideProblems({ engine }: Product, name: string): Promise<string[]> {
  const read = 'cat /proc/1/status; echo; touch /written 2>/dev/null && echo WRITABLE; df -P -k /tmp | tail -1'
  const status = await engine.run(['exec', name, 'sh', '-c', read])
  const field = (title: string) => new RegExp(`^${title}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? ''
  const tmpBytes = Number(/\s(\d+)\s+\d+\s+\d+\s+\d+%\s+\/tmp$/m.exec(status)?.[1] ?? Number.POSITIVE_INFINITY) * 1024
  const zero = (mask: string) => /^0+$/.test(mask)
  const isCaddy = name.includes('caddy')
  return problemsOf({
    'runs as root': Number(field('Uid')) === ROOT_UID,
    'has capabilities': !zero(field('CapEff')) || (!isCaddy && !zero(field('CapBnd'))),
    'may gain privileges': field('NoNewPrivs') !== '1',
    'has no seccomp filter': field('Seccomp') !== '2',
    'wrote to its root': status.includes('WRITABLE'),
    'has an unlimited /tmp': tmpBytes > MAX_OPEN_TMP_BYTES,
  })
}

function problemsOf(found: Record<string, boolean>): string[] {
  return Object.entries(found).flatMap(([problem, isFound]) => (isFound ? [problem] : []))
}
