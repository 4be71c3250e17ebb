export const en = {
  sessions: 'Sessions',
  sessionsOf: 'Sessions of {name}',
  sessionCount: '<b>{count, number}</b> {count, plural, one {session} other {sessions}}',
  sessionCountSeen:
    '<b>{count, number}</b> {count, plural, one {session} other {sessions}}, last seen <time>recently</time>',
  loading: 'Loading sessions',
  loadFailed: 'Failed to fetch sessions',
  none: 'No active sessions seen since the last restart.',
  endAll: 'End sessions',
  endAllQuestion: 'End all sessions of {name}?',
  endAllExplanation: 'They are logged out everywhere but can log in again right away.',
  endOwnExplanation: 'You are logged out everywhere, including in this browser.',
  endFailed: 'Failed to end the sessions. Please try again.',
  ended: '{name} was logged out everywhere',
} as const
