export const en = {
  ended: 'The challenge ended <time>{when}</time>.',
  ends: 'The challenge closes <time>{when}</time>.',
  acceptedUntil: 'Projects are accepted until <time>{until}</time>.',
  previousDay: 'Previous day',
  nextDay: 'Next day',
  dayLabel: 'Day',
  dayOf: 'Day {day} of {total}',
  dayOfAndLeader: 'Day {day} of {total}, {name} leads',
  frozenSince: 'Frozen since <time>{when}</time>. Later ratings count in the final standings.',
  frozenForParticipants:
    'Participants see the standings of <time>{when}</time>. You see the true standings, with every rating since then.',
  importedRun:
    'This run was imported from a file without a known signature. This installation does not vouch for what happened before the import.',
  openReveal: 'Open the reveal',

  dayNotLoaded: 'Failed to load current challenge day',
  retry: 'Retry',
  lastKnownDay: 'Last known here: day {day} of {total}, <time></time>.',
  lastKnownNotStarted: 'Last known here: not started, <time></time>.',
} as const
