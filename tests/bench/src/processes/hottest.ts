interface CallFrame {
  functionName: string
  url: string
  lineNumber: number
}

export interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame }[]
  samples: number[]
  timeDeltas: number[]
}

export interface HotFunction {
  /** Share of the busy time, from 0 to 1. */
  share: number
  where: string
}

// `dispatch` belongs to the inspector, which starts and stops the profiler
const IDLE = new Set(['(idle)', '(root)', 'dispatch'])

/** Ranks functions by self time, without idle time and the profiler. Adds up frames with the same name and line. */
export function hottest({ nodes, samples, timeDeltas }: CpuProfile, count: number): HotFunction[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map<string, number>()
  let total = 0
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id)
    if (!frame || (frame.url === '' && IDLE.has(frame.functionName))) continue
    const time = timeDeltas[index] ?? 0
    const where = placeOf(frame)
    times.set(where, (times.get(where) ?? 0) + time)
    total += time
  }
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([where, time]) => ({ share: time / total, where }))
}

function placeOf({ functionName, url, lineNumber }: CallFrame): string {
  const file = url.split('/node_modules/').at(-1)?.split('/').slice(-3).join('/') ?? ''
  return `${functionName || '(anonymous)'} ${file && `${file}:${lineNumber + 1}`}`.trim()
}
