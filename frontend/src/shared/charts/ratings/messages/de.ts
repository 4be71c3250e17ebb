import type { Translation } from '../../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  functionality: 'Funktion',
  design: 'Gestaltung',
  creativity: 'Kreativität',
  codeQuality: 'Code-Qualität',
  usability: 'Bedienbarkeit',
  notRatedYet: 'Noch nicht bewertet',
  setAStar: 'Vergib einen Stern, um die Form zu sehen.',
  byCriterion: 'Bewertung nach Kriterien: {values}',
  byCriterionAndAverage: 'Bewertung nach Kriterien: {values}. Durchschnitt des Tages: {average}',
  criterion: 'Kriterium',
  project: 'Projekt',
  thisProject: 'Dieses Projekt',
  averageOfDay: 'Durchschnitt von Tag {day}',
  dayAverage: 'Durchschnitt des Tages',
  sameAsDay: 'wie der Tag',
  comparedWithDay: '{difference} zum Tag',
  spread: 'Verteilung der Bewertungen',
  starsAndRatings:
    '{stars, plural, one {# Stern} other {# Sterne}}: {count, plural, one {# Bewertung} other {# Bewertungen}}',
}
