export const en = {
  dashboard: 'Dashboard',
  startPage: 'Start page',
  certificate: 'Certificate',
  certificateOf: 'Certificate of {name}',
  notLoaded: 'Failed to load the certificate.',
  print: 'Print',

  openPublicPage: 'Open the public page',
  imported:
    'All thirty days of run {run} have a project that counts. They are from an imported backup that this installation did not sign, so it issues no certificate for them.',
  daysOf: '{count} of {total} days',
  howToGet:
    "You earn a certificate once all thirty days have a project that counts. Pending and approved projects count; rejected ones don't.",
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

  pendingReview: 'Certificate, pending review',
  isPending: 'This certificate is pending review.',
  projectsPending:
    '{count, plural, one {1 of the 30 projects is} other {# of the 30 projects are}} not approved yet. If one is rejected, the certificate is no longer valid.',
  isValid: 'This certificate is valid.',
  ofPastRun: 'It was issued in run {run}, which has ended.',
  isNoLongerValid: 'This certificate is no longer valid.',
  openLater: 'Open the newer certificate',
  projectEnded:
    'The project of day {day} was {reason, select, rejected {rejected} other {withdrawn}} on <time></time>.',
  unknownCode: 'There is no certificate with this code',
  neverIssued:
    'Thirty never issued this certificate. Make sure the address matches the one on the certificate exactly.',
} as const
