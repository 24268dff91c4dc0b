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

export interface Hot {
  /** Of the time in which the process did something, from 0 to 1. */
  share: number
  where: string
}

// `dispatch` is the profiler itself, which the inspector starts and stops
const NOT_WORK = new Set(['(idle)', '(root)', 'dispatch'])

/** Where a process spent its own time, most first, idle time and the profiler aside; functions of one name and place count together. */
export function hottest({ nodes, samples, timeDeltas }: CpuProfile, count: number): Hot[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map<string, number>()
  let total = 0
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id)
    if (!frame || (frame.url === '' && NOT_WORK.has(frame.functionName))) continue
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
