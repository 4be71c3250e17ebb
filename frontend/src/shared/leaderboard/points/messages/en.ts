export const en = {
  change: 'Change',
  eventsBehindTotal: 'Every event behind this total. The changes add up to it.',
  loadingPoints: 'Loading the points',
  noPoints: 'No points yet',
  pointsByEvent: 'Points by event',
  pointsExplained: 'Points explained',
  pointsFailed: 'Failed to load the points',
  pointsOf: 'Points of {name}',
  pointsOfExplained: 'Points of {name} explained',
  pointsRule:
    '{projects, number} per project, {quality, number} per quality point, {streak, number} per streak day.',
  total: 'Total',
  totalOverTime: 'Total over time: {points} points after {count, plural, one {# change} other {# changes}}',
  tryLater: 'Please try again later.',
  whatHappened: 'What happened',
} as const
