export const en = {
  leaderboard: 'Leaderboard',
  myProjects: 'My projects',
  dashboard: 'Dashboard',
  submitProject: 'Submit project',
  community: 'Community',
  dailyChallenge: 'Daily challenge',
  profile: 'Profile',
  users: 'Users',
  project: 'Project',
} as const
