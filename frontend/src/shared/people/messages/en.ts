export const en = {
  submitted: 'submitted Day {day}',
  approved: 'had Day {day} approved',
  rated: 'scored {score} on Day {day}',
  commented: 'commented on a project',
  completed: 'completed Day {day}',
  discussed: 'asked in Discussions',
  joined: 'joined the challenge',
} as const
