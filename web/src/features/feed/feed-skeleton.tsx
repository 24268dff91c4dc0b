export function FeedSkeleton({ label }: { label: string }) {
  return (
    <main className="flex flex-col gap-2.5 p-3">
      <output className="h-8 text-center text-ink-2">{label}</output>
      {[1, 2].map((card) => (
        <div key={card} aria-hidden className="card-height shrink-0 animate-pulse rounded-card bg-surface-2" />
      ))}
    </main>
  )
}
