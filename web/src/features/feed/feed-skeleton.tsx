export function FeedSkeleton({ label }: { label: string }) {
  return (
    <main className="flex flex-col gap-4 p-4">
      <output className="text-center text-ink-2">{label}</output>
      {[1, 2].map((card) => (
        <div key={card} aria-hidden className="aspect-4/5 animate-pulse rounded-card bg-surface-2" />
      ))}
    </main>
  )
}
