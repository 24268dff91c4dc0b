const ADDRESS = /(?:https?:\/\/|www\.)[^\s?#]+[^\s]*/giu

/**
 * Writes each `=` in the path of an address as %3D, which leads to the same page. Null if that changes nothing, or
 * leaves a `=`: behind a `?` or `#` it means something else.
 */
export function encodeAddresses(text: string): string | null {
  const encoded = text.replace(ADDRESS, (address) => {
    const end = address.search(/[?#]|$/)
    return address.slice(0, end).replaceAll('=', '%3D') + address.slice(end)
  })
  return encoded === text || encoded.includes('=') ? null : encoded
}
