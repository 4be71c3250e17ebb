export const en = {
  approved: 'Approved',
  pending: 'Pending',
  rejected: 'Rejected',
  summary: 'Submissions per day: {count, number} in all',
  summaryWithToday: 'Submissions per day: {count, number} in all, {today, number} today',
  day: 'Day',
  dayNumber: 'Day {day}',
} as const
