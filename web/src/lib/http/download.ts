/** Downloads what a path of this origin serves as an attachment, as a tap on a link does. */
export function download(path: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
