/** The id of an error's text in the catalogues. */
export function errorId({ code, reason }: { code: string | undefined; reason: string | undefined }): string {
  return reason === undefined ? `error.${code}` : `error.${code}.${reason}`
}
