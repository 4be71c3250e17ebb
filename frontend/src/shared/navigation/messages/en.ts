export const en = {
  leaderboard: 'Leaderboard',
  myProjects: 'My projects',
  dashboard: 'Dashboard',
  submitProject: 'Submit project',
  community: 'Community',
  dailyChallenge: 'Daily challenge',
  profile: 'Profile',
  project: 'Project',
} as const
