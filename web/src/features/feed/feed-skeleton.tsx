export function FeedSkeleton({ label }: { label: string }) {
  return (
    <main className="flex flex-1 flex-col gap-2.5 p-3">
      <output className="h-8 text-center text-ink-2">{label}</output>
      <div aria-hidden className="max-h-[46rem] min-h-64 flex-1 animate-pulse rounded-card bg-surface-2" />
    </main>
  )
}
