/** A text of the product in English. */
export interface Text {
  message: string
  /** Id of a text that `proto` has, such as "error.BUSY"; else which meaning a word has, such as "a button". */
  context?: string
  origins: string[]
  comments: string[]
}

/** Returns the id of a text that `proto` has; the others are known by a hash. */
export function idInProto(context: string | undefined): string | undefined {
  return context?.includes('.') ? context : undefined
}
