/** Hint for a server that does not start on its data, which Zing never deletes by itself. */
export function ifDamaged(folder: string): string {
  return `If its data is damaged, move ${folder} away and start again.`
}
