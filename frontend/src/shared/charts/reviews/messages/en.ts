export const en = {
  backlogSummary:
    'Projects waiting for review at the end of each day: {now, number} now, {most, number} at most',
  backlog: 'Waiting for review',
  waitSummary:
    'Waiting time by day of review: today half of the reviews came within {median}, nine of ten within {p90}',
  waitSummaryNone: 'Waiting time by day of review: no reviews today',
  median: 'Half reviewed within',
  p90: 'Nine of ten reviewed within',
  day: 'Day',
  reviews: 'Reviews',
  minutes: '{count, number} min',
  hours: '{count, number} h',
  days: '{count, plural, one {1 day} other {# days}}',
  none: '–',
  reviewerSummary: 'Ratings and reviews by each admin',
  nobodyYet: 'Nobody has rated or reviewed a project yet.',
  reviewer: 'Admin',
  ratings: 'Ratings',
  approved: 'Approved',
  rejected: 'Rejected',
} as const
