/** What browsers and search engines show of the pages. */
export const en = {
  description: 'Thirty days, one project a day, on a live leaderboard.',
  shortcutLeaderboard: 'Leaderboard',
  shortcutSubmit: 'Submit project',
  noScript: 'Thirty needs JavaScript. Please turn it on in your browser.',
  landingTitle: 'Thirty: thirty days, one build a day',
  landingDescription:
    'Ship a small project every day, have it scored by challenge admins, and watch the leaderboard move live.',
  logInTitle: 'Log in · Thirty',
  logInDescription: 'Log in to Thirty, the 30-day coding challenge.',
  signUpTitle: 'Sign up · Thirty',
  signUpDescription: 'Join the 30-day coding challenge: one project a day, on a live leaderboard.',
} as const
