import type { ProcessName } from '@zing/proto/processes'
import type { Product } from './product.ts'

const SCRIPT = "fetch('http://127.0.0.1:9464/metrics').then((r) => r.text()).then(console.log)"
const SAMPLE = /^(\w+(?:\{.*\})?) (\S+)$/gm
/** Every sample has it. */
const OWN_LABEL = /,?service="(\w+)"/

/** Reads the metrics of a process inside its container. Throws if they are not its own. */
export async function readMetrics({ exec }: Product, service: ProcessName): Promise<Map<string, number>> {
  const { stdout } = await exec(service, ['node', '--eval', SCRIPT])
  const samples = [...stdout.matchAll(SAMPLE)]
  if (samples.length === 0 || samples.some(([, name = '']) => OWN_LABEL.exec(name)?.[1] !== service))
    throw new Error(`${service} serves no metrics`)
  return new Map(samples.map(([, name = '', value]) => [name.replace(OWN_LABEL, '').replace('{}', ''), Number(value)]))
}
