import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const EVERY_CHARACTERS = 4_000_000

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

let characters = 0

/**
 * Frees the text of JSON uploads after each EVERY_CHARACTERS. By itself V8 lets it grow the process by 60 MB, and with a decoded
 * picture on top fifty uploads came to 151 MB (SEC-53). A file needs none of this.
 */
export function collectText({ length }: string): void {
  characters += length
  if (characters < EVERY_CHARACTERS) return
  characters = 0
  collect()
}
