import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import { z } from 'zod'
import { mapOperations, type Operation } from './model.ts'

/** Written by `npm run bench -- day --publish`. */
export const COSTS_FILE = path.join(ROOT, 'docs', 'bench', 'costs.json')

/** Processor ms or MiB, by group of processes. */
const ByGroup = z.record(z.string(), z.number())

const Line = z.object({
  /** An operation of the model, or what is measured beside the day. */
  label: z.string(),
  cost: ByGroup,
  /** To `GET /api/user` in the same run. */
  ratio: z.number(),
})
export type Line = z.infer<typeof Line>

/** A line beside the day: half of its messages go from one chat process to the other. */
export const BETWEEN_PROCESSES = 'message, two chat processes'

export const Costs = z.object({
  date: z.string(),
  machine: z.string(),
  servers: z.array(z.string()),
  lines: z.array(Line),
  /** Memory of each process without clients. */
  memoryMib: ByGroup,
  /** BSON bytes of an average document, without indexes. */
  documentBytes: z.record(z.string(), z.number()),
})
export type Costs = z.infer<typeof Costs>

export function sumOf(cost: Line['cost']): number {
  return Object.values(cost).reduce((sum, ms) => sum + ms, 0)
}

export function costOf({ lines }: Pick<Costs, 'lines'>, label: string): Line['cost'] {
  return lines.find((line) => line.label === label)?.cost ?? {}
}

export function operationsOf(costs: Pick<Costs, 'lines'>): Record<Operation, Line['cost']> {
  return mapOperations((name) => costOf(costs, name))
}

export async function readCosts(): Promise<Costs> {
  return Costs.parse(JSON.parse(await readFile(COSTS_FILE, 'utf8')))
}
