import { readFileSync } from 'node:fs'
import path from 'node:path'
import { folderOf, PROCESS_NAMES, type ProcessName } from '@zing/proto/processes'
import type { z } from 'zod'
import { CONFIGS } from '../configs.ts'
import { betweenMarkers } from './between-markers.ts'

const COMPOSE = path.resolve(import.meta.dirname, '../../../../docker-compose.yml')
const END = '<!-- End of the variables -->'

/** Writes the table of all variables between its markers. Throws for a variable without a description. */
export function withVariables(document: string): string {
  return betweenMarkers(document, END, variablesTable())
}

function variablesTable(): string {
  const isInEnvFile = envFileVariables()
  const variables = Map.groupBy(PROCESS_NAMES.flatMap(variablesOf), ({ name, text }) => `${name} ${text}`)
  const rows = [...variables.values()].map((same) => {
    const [{ name, text } = { name: '', text: '' }] = same
    const readers = same.length === PROCESS_NAMES.length ? 'all' : same.map(({ process }) => process).join(', ')
    return { name: `\`${name}\`${isInEnvFile(name) ? '*' : ''}`, rest: `${readers} | ${text}` }
  })
  const lines = [...Map.groupBy(rows, ({ rest }) => rest)].map(
    ([rest, alike]) => `| ${alike.map(({ name }) => name).join(', ')} | ${rest} |`,
  )
  return ['| Variable | Read by | Default | Meaning |', '|---|---|---|---|', ...lines].join('\n')
}

function variablesOf(process: ProcessName): { process: ProcessName; name: string; text: string }[] {
  return Object.entries(CONFIGS[process].shape).map(([name, schema]) => {
    const { description } = schema
    if (!description) throw new Error(`${name} needs a .describe('…') in ${folderOf(process)}/src/config.ts`)
    return { process, name, text: `${defaultOf(schema)} | ${description}` }
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
