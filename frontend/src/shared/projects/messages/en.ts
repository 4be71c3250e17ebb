export const en = {
  day: 'Day {day}',
  liveDemo: 'Live Demo',
  repository: 'Repository',
  wasRejected: 'Day {day}, {project}, was rejected.',
  reviseDay: 'Revise day {day}',
  reason: 'Reason: {reason}',
  noReason: 'No reason was given.',
  dayIsIn: 'Day {day} is in.',
  viewProject: 'View the project',
} as const
