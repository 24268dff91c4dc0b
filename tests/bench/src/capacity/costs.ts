import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import { z } from 'zod'
import { OPERATIONS } from './model.ts'

/** Written by `npm run bench -- day --publish`. */
export const COSTS_FILE = path.join(ROOT, 'docs', 'bench', 'costs.json')

const ByGroup = z.record(z.string(), z.number())
export const Costs = z.object({
  date: z.string(),
  machine: z.string(),
  servers: z.array(z.string()),
  /** CPU ms of an operation, by group of processes. */
  operations: z.record(z.enum(OPERATIONS), ByGroup),
  /** CPU ms of a message with two chat processes, when half of the messages go from one to the other. */
  messageBetweenProcesses: ByGroup,
  /** Memory of each process without clients. */
  memoryMib: ByGroup,
  /** BSON bytes of an average document, without indexes. */
  documentBytes: z.record(z.string(), z.number()),
})
export type Costs = z.infer<typeof Costs>

export async function readCosts(): Promise<Costs> {
  return Costs.parse(JSON.parse(await readFile(COSTS_FILE, 'utf8')))
}
