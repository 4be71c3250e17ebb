export const en = {
  dashboard: 'Dashboard',
  startPage: 'Start page',
  certificate: 'Certificate',
  certificateOf: 'Certificate of {name}',
  notLoaded: 'The certificate could not be loaded.',
  print: 'Print',

  openPublicPage: 'Open the public page',
  daysOf: '{count} of {total} days',
  howToGet:
    'You get a certificate when a project of each of the thirty days counts. Submitted and approved projects count, rejected ones do not.',
  daysThatCount: 'Days that count',
  daysCount: '{count} of {total} days count',
  missingDays: 'Missing days',
  day: 'Day {day}',
  otherRuns: 'Certificates of other runs',
  earlier: 'Run {run}, completed <time></time>',

  noLongerValid: 'No longer valid',
  statement: 'completed the 30-day coding challenge: thirty projects, one for each of the thirty days.',
  completed: 'Completed',
  points: 'Points',
  rank: 'Rank',
  rankOf: '{rank, number} <small>of {participants, number}</small>',
  run: 'Run',
  qrCode: 'QR code of the address that verifies this certificate',
  verifyAt: 'Verify this certificate at',

  isValid: 'This certificate is valid.',
  ofPastRun: 'It is of run {run}, which is over.',
  isNoLongerValid: 'This certificate is no longer valid.',
  openLater: 'Open the later one',
  projectEnded:
    'The project of day {day} was {reason, select, rejected {rejected} other {withdrawn}} on <time></time>.',
  unknownCode: 'There is no certificate with this code',
  neverIssued:
    'Thirty has never issued it. Compare the address with that on the certificate, letter by letter.',
} as const
