import { collectAll } from '../garbage.ts'

const EVERY_CHARACTERS = 4_000_000

let characters = 0

/**
 * Frees the text of uploads after each EVERY_CHARACTERS. By itself V8 lets 50 bodies of 3.5 MB grow the process by 80 MB, and a
 * decoded picture comes on top (SEC-53).
 */
export function collectGarbageOf(dataUrl: string): void {
  characters += dataUrl.length
  if (characters < EVERY_CHARACTERS) return
  characters = 0
  collectAll()
}
