export const en = {
  familyOrFriend: 'Family or friend',
  work: 'Work together',
  teaching: 'Teacher or mentor',
  other: 'Another reason',
  noReason: 'No reason given',

  ratingsOfWanted: '{count} of {wanted} ratings',
  ratingsAboveWanted: '{count} ratings ({wanted} wanted)',
  calibrationFirst: 'Calibration first.',
  calibrationProgress:
    'You have rated {rated} of {total} calibration projects. They show how your stars compare.',
  openNext: 'Rate the next one',
} as const
