import { styleText } from 'node:util'
import { formatLogLine } from './format-log-line.ts'

type Style = Parameters<typeof styleText>[0]

const COLORS: Record<string, Style> = {
  zing: 'magenta',
  auth: 'yellow',
  social: 'cyan',
  chat: 'green',
  admin: 'blue',
  gateway: 'magenta',
  demo: 'gray',
}
const WIDTH = Math.max(...Object.keys(COLORS).map((name) => name.length))

export interface Console {
  log(line: string): void
  processLine(name: string, line: string): void
}

/** Prints lines with their process in front, coloured on a terminal. */
export function createConsole(isColored = process.stdout.isTTY && !process.env.NO_COLOR): Console {
  function print(name: string, line: string): void {
    const prefix = `${name.padEnd(WIDTH)} |`
    const color = COLORS[name]
    process.stdout.write(`${isColored && color ? styleText(color, prefix) : prefix} ${line}\n`)
  }
  return {
    log: (line) => print('zing', line),
    processLine: (name, line) => print(name, formatLogLine(line)),
  }
}
