/** Downloads an attachment from a path of this origin, like a tap on a link. */
export function download(path: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
