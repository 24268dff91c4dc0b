/** Gives a text area the height of its text in browsers without `field-sizing`. */
export function fitTextArea(area: HTMLTextAreaElement): void {
  if (window.CSS?.supports?.('field-sizing', 'content')) return // jsdom has no CSS
  const { parentElement: frame, style } = area
  if (frame) frame.style.minHeight = `${frame.offsetHeight}px` // keeps the surroundings in place meanwhile
  style.height = 'auto'
  style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
  if (frame) frame.style.minHeight = ''
}
