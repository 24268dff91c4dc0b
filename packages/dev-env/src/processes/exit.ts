import type { ChildProcess } from 'node:child_process'

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
  error?: Error
}

export function watchExit(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error }))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}

export function describeExit({ code, signal, error }: Exit): string {
  if (error) return error.message
  return signal ? `it was ended by ${signal}` : `it ended with code ${code}`
}
