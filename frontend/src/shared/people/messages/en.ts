export const en = {
  submitted: 'submitted Day {day}',
  reachedStreak: 'reached a {length}-day streak with Day {day}',
  tookTheLead: 'took the lead',
  movedUp: '{places, plural, one {moved up # place} other {moved up # places}} to rank {rank}',
  approved: 'had Day {day} approved',
  rated: 'scored {score} on Day {day}',
  commented: 'commented on a project',
  completed: 'completed Day {day}',
  discussed: 'asked in Discussions',
  joined: 'joined the challenge',
} as const
