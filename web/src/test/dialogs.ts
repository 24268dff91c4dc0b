const CONTROLS = 'button:not(:disabled), a[href], input:not(:disabled, [hidden]), select, textarea'

/** Adds modal dialogs, which jsdom lacks: the focus, Escape, and a page behind that nothing can be done with. */
export function addModalDialogs(): void {
  const opened: { dialog: HTMLDialogElement; opener: Element | null }[] = []

  function hideWhatIsBehind(): void {
    const newest = opened.at(-1)?.dialog
    for (const element of document.body.children) {
      if (newest && element !== newest) element.setAttribute('aria-hidden', 'true')
      else element.removeAttribute('aria-hidden')
    }
  }

  HTMLDialogElement.prototype.showModal = function () {
    opened.push({ dialog: this, opener: document.activeElement })
    this.open = true
    hideWhatIsBehind()
    const first = this.querySelector<HTMLElement>('[autofocus]') ?? this.querySelector<HTMLElement>(CONTROLS)
    first?.focus()
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
    const [closed] = opened.splice(
      opened.findIndex(({ dialog }) => dialog === this),
      1,
    )
    hideWhatIsBehind()
    if (closed?.opener instanceof HTMLElement && closed.opener !== document.body) closed.opener.focus()
  }
  document.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented)
      opened.at(-1)?.dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  })
}
