export const en = {
  points: 'Points',
  totalPoints: 'Total Points',
  projects: 'Projects',
  quality: 'Quality',
  streak: 'Streak',
  notAvailable: 'Not available',
} as const
