import { readFileSync } from 'node:fs'
import { which } from '@zing/dev-env/servers/which'

export interface Command {
  command: string
  args: string[]
}

/** Processor lists in the format of `taskset`. */
export interface ProcessorSplit {
  product: string
  generator: string
}

/**
 * Halves the processors of this process, so that the load generator takes no processor time from the product. Null with
 * fewer than two processors, without `taskset`, or outside Linux.
 */
export function findProcessorSplit(): ProcessorSplit | null {
  return which('taskset') ? splitProcessors(allowedProcessors(readStatus())) : null
}

/** The product gets the larger half of an odd number. */
export function splitProcessors(processors: number[]): ProcessorSplit | null {
  const half = Math.ceil(processors.length / 2)
  const [product, generator] = [processors.slice(0, half), processors.slice(half)]
  return generator.length > 0 ? { product: product.join(','), generator: generator.join(',') } : null
}

/** Reads processor numbers from the text of `/proc/self/status`, which lists them like `0-3,6`. */
export function allowedProcessors(status: string): number[] {
  const list = /^Cpus_allowed_list:\s+(\S+)$/m.exec(status)?.[1] ?? ''
  return list.split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map((number) => Number.parseInt(number, 10))
    return Number.isNaN(first) ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

/** The command bound to these processors, or unchanged without a list. */
export function onProcessors(processors: string | undefined, { command, args }: Command): Command {
  return processors ? { command: 'taskset', args: ['--cpu-list', processors, command, ...args] } : { command, args }
}

function readStatus(): string {
  try {
    return readFileSync('/proc/self/status', 'utf8')
  } catch {
    return '' // not Linux
  }
}
