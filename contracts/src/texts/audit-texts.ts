// What the sentences of the audit have in common: their English texts, and the form of their times.

/**
 * What the sentences of the audit have in common, in English, by code; the sentences stand with their events. Only the screen of the audit
 * loads the translations of both.
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

/**
 * Returns a time (ISO) as sentences of the audit have it, which are exported, too: `2026-03-01 08:00 UTC`. Their texts have the
 * time itself as a value, so that a screen can show it in the form of its reader.
 */
export const formatAuditTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
