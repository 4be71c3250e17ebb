export const en = {
  ended: 'The challenge ended <time>{when}</time>.',
  ends: 'The challenge ends <time>{when}</time>.',
  acceptedUntil: 'Projects are accepted until <time>{until}</time>.',
  previousDay: 'Previous day',
  nextDay: 'Next day',
  dayLabel: 'Day',
  dayOf: 'Day {day} of {total}',
  dayOfAndLeader: 'Day {day} of {total}, {name} leads',
} as const
