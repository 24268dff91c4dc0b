export const TAB_LIST = 'grid gap-1 rounded-(--radius-input) bg-surface-2 p-1'

/** The active tab stands out in both themes: the colours of text and page exchanged. */
export const TAB =
  'min-h-11 rounded-[10px] font-semibold text-ink-2 data-[state=active]:bg-ink data-[state=active]:text-bg'
