/** A text of the product in English. */
export interface Text {
  message: string
  /** Id of a text that `proto` has, such as "error.BUSY"; else which meaning a word has, such as "a button". */
  context?: string
  origins: string[]
  comments: string[]
}
