import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const EVERY_CHARACTERS = 4_000_000

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

let characters = 0

/**
 * Frees the text of JSON uploads after every EVERY_CHARACTERS. Otherwise V8 lets it grow the process by 60 MB. Together
 * with a decoded picture, fifty uploads then took 151 MB (SEC-53). File uploads do not need it.
 */
export function collectText({ length }: string): void {
  characters += length
  if (characters < EVERY_CHARACTERS) return
  characters = 0
  collect()
}
