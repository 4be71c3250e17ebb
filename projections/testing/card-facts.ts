import type { ProjectFacts } from '@thirty/projections/cards/facts.ts'

/** What a card shows of a rated project. */
export const projectFacts: ProjectFacts = {
  title: 'Tomato clock',
  owner: { name: 'Maya Lindgren' },
  day: 12,
  description: 'Counts down.',
  image: 'a-small.webp',
  screenshot: '/uploads/a.webp',
  averageRating: 4.4,
  ratingCount: 3,
  isFrozen: false,
}
