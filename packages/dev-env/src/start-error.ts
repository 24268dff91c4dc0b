/** Something a newcomer can mend. The message is one sentence that says what is wrong and what to do; no stack is shown. */
export class StartError extends Error {
  override name = 'StartError'
}
