interface Shortcut {
  key: string
  text: string
}

/** Lists keys with their effect. */
export function KeyList({ id, keys }: { id?: string; keys: readonly Shortcut[] }) {
  return (
    <dl id={id} className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
      {keys.map(({ key, text }) => (
        <div key={key} className="contents">
          <dt>
            <kbd className="inline-grid min-h-8 min-w-8 place-items-center rounded-lg border border-line bg-surface-2 px-2 font-mono text-sm text-ink">
              {key}
            </kbd>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
