export const en = {
  leaderboard: 'Leaderboard',
  title: '30 days in 30 seconds',
  dayOfReplay: 'Replay, day {day}',
  intro: 'The top ten at the end of each day of the challenge.',
  loadingReplay: 'Loading the replay',
  notStarted: 'No replay yet',
  notStartedText: 'It starts once an admin starts the challenge.',
  dayNotLoaded: 'Day {day} could not be loaded',
  tryLater: 'Please try again later.',

  replay: 'Replay',
  day: 'Day {day}',
  participants: 'participants',
  projects: 'projects',
  points: 'points',
  pause: 'Pause',
  play: 'Play',
  leaderboardOfDay: 'Leaderboard of day {day}',

  nobody: 'Nobody had submitted a project by the end of day {day}',
  topTen: 'Top ten at the end of day {day}',
  yourRow: 'Your row',
} as const
