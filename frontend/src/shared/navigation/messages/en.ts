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

  leaveQuestion: 'Leave without submitting your rating?',
  ratingStays: 'Your stars and your text stay on this device until you submit them or log out.',
  leave: 'Leave',
} as const
