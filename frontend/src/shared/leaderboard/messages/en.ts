export const en = {
  points: 'Points',
  totalPoints: 'Total Points',
  projects: 'Projects',
  quality: 'Quality',
  streak: 'Streak',
} as const
