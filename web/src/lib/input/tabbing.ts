/**
 * Marks the page as `data-tabbing` from a press of Tab to the next press of a pointer. Browsers show the focus of a text
 * field always, but it disturbs whoever has tapped into it.
 */
export function followTabbing(): () => void {
  const { dataset } = document.documentElement

  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === 'Tab') dataset.tabbing = ''
  }

  function onPointerDown(): void {
    delete dataset.tabbing
  }

  document.addEventListener('keydown', onKeyDown, true)
  document.addEventListener('pointerdown', onPointerDown, true)
  return () => {
    document.removeEventListener('keydown', onKeyDown, true)
    document.removeEventListener('pointerdown', onPointerDown, true)
  }
}
