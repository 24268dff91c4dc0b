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
  /** A line of ours. */
  say(line: string): void
  /** A line of a process. */
  lineOf(name: string, line: string): void
}

/** Lines with their origin in front, coloured on a terminal. */
export function createConsole(isColored = process.stdout.isTTY && !process.env.NO_COLOR): Console {
  function print(name: string, line: string): void {
    const prefix = `${name.padEnd(WIDTH)} |`
    const color = COLORS[name]
    process.stdout.write(`${isColored && color ? styleText(color, prefix) : prefix} ${line}\n`)
  }
  return {
    say: (line) => print('zing', line),
    lineOf: (name, line) => print(name, formatLogLine(line)),
  }
}
