/** On an element of the body: stays usable while a dialog is open. */
export const ABOVE_MODALS = { 'data-above-modals': true }

/** Elements of the open dialogs in the body, the newest last; everything else on the page is inert. */
const opened: Element[] = []

/** Makes everything but this element of the body inert, until the returned function is called. */
export function openModal(element: Element): () => void {
  opened.push(element)
  update()
  return () => {
    opened.splice(opened.indexOf(element), 1)
    update()
  }
}

export function isTopModal(element: Element): boolean {
  return opened.at(-1) === element
}

function update(): void {
  const top = opened.at(-1)
  for (const element of document.body.children) {
    const isBehind = top !== undefined && element !== top && !element.hasAttribute('data-above-modals')
    element.toggleAttribute('inert', isBehind)
    if (isBehind) element.setAttribute('aria-hidden', 'true')
    else element.removeAttribute('aria-hidden')
  }
}
