export const en = {
  language: 'Language',
  whereItApplies: 'Used in this browser, in emails and in push messages.',
} as const
