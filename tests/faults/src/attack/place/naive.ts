import type { PackageMutants } from '../../mutants/mutant.ts'

/** Naive versions of places, which `npm run attack -- place 40 <name>` must find. No invariant of the faults breaks. */
export const NAIVE: PackageMutants = {
  package: 'services/social',
  mutants: [
    {
      name: 'filters-outlive-the-place',
      breaks: [],
      edits: [{ in: 'withCard', find: 'place?.isVisiting ? wish : standingWith(place, wish)', replace: 'wish' }],
    },
    {
      name: 'index-outlives-the-place',
      breaks: [],
      edits: [{ in: 'withCard', find: '!(field in derived)', replace: "field === 'place' && !place" }],
    },
    {
      name: 'slow-after-a-loss',
      breaks: [],
      edits: [
        {
          in: 'toPublicProfile',
          begins: `  const readyAt = performance.now() + (profile.droppedPreferences ? 2 : 0)
  while (performance.now() < readyAt);`,
        },
      ],
    },
  ],
}
