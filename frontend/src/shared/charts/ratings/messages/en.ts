export const en = {
  functionality: 'Functionality',
  design: 'Design',
  creativity: 'Creativity',
  codeQuality: 'Code quality',
  usability: 'Usability',
  notRatedYet: 'Not rated yet',
  setAStar: 'Set a star to see the shape.',
  byCriterion: 'Rating by criterion: {values}',
  byCriterionAndAverage: 'Rating by criterion: {values}. Average of the day: {average}',
  criterion: 'Criterion',
  project: 'Project',
  dayAverage: 'Day average',
  sameAsDay: 'same as the day',
  comparedWithDay: '{difference} vs day',
  spread: 'Spread of ratings',
  starsAndRatings:
    '{stars, plural, one {# star} other {# stars}}: {count, plural, one {# rating} other {# ratings}}',
} as const
