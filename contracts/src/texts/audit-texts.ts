/**
 * Parts of sentences in the audit, such as names of roles and options, in English, by code; the sentences stand with their events. Only the
 * screen of the audit loads the translations of both.
 */
export const auditTexts = {
  locked: '{said}; locked for {minutes} min',
  bothChanges: '{first} and {second}',
  optionsSwitched: 'switched {options}',
  bothOptions: '{first} and {second}',
  optionOn: '{option} on',
  optionOff: '{option} off',
  notifications: 'notifications',
  emailReminders: 'email reminders',
  normalisedScores: 'normalized scores',
  ownersNeedTwoFactor: 'two-factor sign-in for owners',
  wantedRatingsSet: 'set the ratings per project to {count}',
  eventNamed: 'set the networks of an on-site event until {time}',
  eventEnded: 'ended the on-site event',
  users: 'Users',
  projects: 'Projects',
  ratings: 'Ratings',
  standings: 'Standings',
  audit: 'Audit',
  backup: 'Backup',
  owner: 'owner',
  organiser: 'organizer',
  reviewer: 'reviewer',
  viewer: 'viewer',
  theSystem: 'The system',
} as const
