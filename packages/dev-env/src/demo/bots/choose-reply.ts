import { INTRODUCTION, SMALL_TALK, TOPICS } from './topics.ts'

export interface Heard {
  text: string
  /** How much was said before: the first words tell who is speaking. */
  said: number
  /** What was answered last: not said twice running. */
  previous: string | null
  /** Any whole number from 0; another one may bring another answer to the same words. */
  seed: number
}

/** A friendly answer to a message: by its words, always the same for the same input. */
export function chooseReply({ text, said, previous, seed }: Heard): string {
  const { lines, questions } = TOPICS.find(({ words }) => words.test(text)) ?? SMALL_TALK
  const isFresh = (option: string) => !previous?.includes(option)
  const line = pick(lines.filter(isFresh), seed >>> 1)
  const question = seed % 2 === 0 ? pick(questions.filter(isFresh), seed >>> 8) : null
  return [line, said === 0 ? INTRODUCTION : null, question].filter(Boolean).join(' ')
}

function pick(options: string[], by: number): string | undefined {
  return options[by % options.length]
}
