import type { Certificate } from '@thirty/contracts/leaderboard/certificates-api.ts'
import type { ParticipantFacts, ProjectFacts } from '@thirty/projections/card-facts.ts'

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

/** What a card shows of a certificate that is valid. */
export const certificateFacts: Certificate = {
  code: 'A'.repeat(38),
  name: 'Maya Lindgren',
  run: 1,
  completedAt: '2026-02-03T23:30:00.000Z',
  points: 187.5,
  rank: 3,
  participants: 128,
  ended: null,
  pending: 0,
  replacedBy: null,
  isCurrentRun: true,
  timeZone: 'Europe/Stockholm',
}

/** What a card shows of a participant. */
export const participantFacts: ParticipantFacts = {
  id: '00000000-0000-7000-8000-000000416461',
  name: 'Maya Lindgren',
  image: null,
  rank: 3,
  points: 150,
  streak: 12,
  days: [1, 2, 3],
  newest: 'r3',
  isFrozen: false,
}
