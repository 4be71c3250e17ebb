export const en = {
  valueOf5: '{value} of 5',
  labelledValueOf5: '{label}: {value} of 5',
  valueOf5Stars: '{value} of 5 stars',
  ratings: '{count, plural, one {# rating} other {# ratings}}',
  poor: 'Poor',
  weak: 'Weak',
  fair: 'Fair',
  good: 'Good',
  excellent: 'Excellent',
  stars: '{count, plural, one {# star} other {# stars}}, {meaning}',
  notRatedYet: 'Not rated yet',
} as const
