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

  conflictBadge: 'Conflict of interest',
  conflictTitle: 'Conflict of interest.',
  conflictText: "You can't approve, reject, or rate the projects of {name}.",
  declaredBy: 'declared by {name}',
  takeBack: 'Remove',
  takeBackQuestion: 'Remove this conflict of interest?',
  takeBackText: 'You can then review and rate the projects of {name} again.',
  takeBackFailed: 'Failed to remove the conflict. Please try again.',
  conflictTakenBack: 'Conflict of interest removed',
} as const
