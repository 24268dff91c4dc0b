/** Returns the arrow key as if text ran from left to right. Where it runs the other way, right means back. */
export function alongText(key: string): string {
  if (document.documentElement.dir !== 'rtl') return key
  return key === 'ArrowLeft' ? 'ArrowRight' : key === 'ArrowRight' ? 'ArrowLeft' : key
}
