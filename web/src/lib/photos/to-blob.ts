/** Decodes a data URL; `fetch` would need a source in the Content-Security-Policy for it. */
export function toBlob(dataUrl: string): Blob {
  const [head = '', base64 = ''] = dataUrl.split(',')
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return new Blob([bytes], { type: head.slice('data:'.length).replace(/;.*/, '') })
}
