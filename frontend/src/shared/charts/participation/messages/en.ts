export const en = {
  summary:
    'Participants with a project on each day: {today, number} today, {most, number} at most, on day {mostDay}',
  nobodyYet: 'Participants with a project on each day: none yet',
  withProject: 'With a project of the day',
  onLeaderboard: 'On the leaderboard: {count, number}',
  day: 'Day',
  dayNumber: 'Day {day}',
  participants: 'Participants with a project',
} as const
