import { INTRODUCTION, SMALL_TALK, TOPICS } from './topics.ts'

export interface ReplyInput {
  text: string
  /** Messages that the bot has sent before; the first one contains the introduction. */
  sentCount: number
  /** The last reply, which is not repeated. */
  previous: string | null
  /** A non-negative integer that selects among the fitting replies. */
  seed: number
}

/** Chooses a reply by the words of a message; deterministic. */
export function chooseReply({ text, sentCount, previous, seed }: ReplyInput): string {
  const { lines, questions } = TOPICS.find(({ words }) => words.test(text)) ?? SMALL_TALK
  const isFresh = (option: string) => !previous?.includes(option)
  const line = pick(lines.filter(isFresh), seed >>> 1)
  const question = seed % 2 === 0 ? pick(questions.filter(isFresh), seed >>> 8) : null
  return [line, sentCount === 0 ? INTRODUCTION : null, question].filter(Boolean).join(' ')
}

function pick(options: string[], by: number): string | undefined {
  return options[by % options.length]
}
