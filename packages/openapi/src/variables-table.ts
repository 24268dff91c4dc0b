import { readFileSync } from 'node:fs'
import path from 'node:path'
import { folderOf, PROCESS_NAMES, type ProcessName } from '@zing/proto/processes'
import type { z } from 'zod'
import { betweenMarkers } from './between-markers.ts'
import { CONFIGS } from './configs.ts'

const COMPOSE = path.resolve(import.meta.dirname, '../../../docker-compose.yml')
const END = '<!-- End of the variables -->'

interface Variable {
  name: string
  value: string
  meaning: string
}

/** Writes the table of all variables between its markers. Throws for a variable without a description. */
export function withVariables(document: string): string {
  return betweenMarkers(document, END, variablesTable())
}

function variablesTable(): string {
  const isInEnvFile = envFileVariables()
  const readers = new Map<string, ProcessName[]>() // variable, as text -> the processes that read it
  for (const process of PROCESS_NAMES) {
    for (const variable of variablesOf(process)) {
      const key = JSON.stringify(variable)
      readers.set(key, [...(readers.get(key) ?? []), process])
    }
  }
  const rows = new Map<string, string[]>() // row without names -> names
  for (const [key, processes] of readers) {
    const { name, value, meaning }: Variable = JSON.parse(key)
    const by = processes.length === PROCESS_NAMES.length ? 'all' : processes.join(', ')
    const row = `${by} | ${value} | ${meaning}`
    rows.set(row, [...(rows.get(row) ?? []), `\`${name}\`${isInEnvFile(name) ? '*' : ''}`])
  }
  const lines = [...rows].map(([row, names]) => `| ${names.join(', ')} | ${row} |`)
  return ['| Variable | Read by | Default | Meaning |', '|---|---|---|---|', ...lines].join('\n')
}

function variablesOf(process: ProcessName): Variable[] {
  return Object.entries(CONFIGS[process].shape).map(([name, schema]) => {
    const { description } = schema
    if (!description) throw new Error(`${name} needs a .describe('…') in ${folderOf(process)}/src/config.ts`)
    return { name, value: defaultOf(schema), meaning: description }
  })
}

function defaultOf(schema: z.ZodType): string {
  const { success, data } = schema.safeParse(undefined)
  if (!success) return 'required'
  return data === undefined ? 'none' : `\`${data instanceof Set ? [...data] : data}\``
}

/** Variables that the compose file takes from `.env`. */
function envFileVariables(): (name: string) => boolean {
  const compose = readFileSync(COMPOSE, 'utf8')
  return (name) => new RegExp(`^ +${name}: \\$\\{${name}\\b`, 'm').test(compose)
}
