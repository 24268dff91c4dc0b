/** A text of the product in English. */
export interface Text {
  message: string
  /** Id of a text that `proto` has; the others are known by their message. */
  context?: string
  origins: string[]
  comments: string[]
}
