/** What may help when a server does not start on its data. Nothing of a person's is ever deleted by us. */
export function ifDamaged(folder: string): string {
  return `If its data is damaged, move ${folder} away and start again.`
}
