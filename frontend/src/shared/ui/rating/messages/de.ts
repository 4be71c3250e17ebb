import type { Translation } from '../../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  valueOf5: '{value} von 5',
  labelledValueOf5: '{label}: {value} von 5',
  valueOf5Stars: '{value} von 5 Sternen',
  ratings: '{count, plural, one {# Bewertung} other {# Bewertungen}}',
  poor: 'Mangelhaft',
  weak: 'Schwach',
  fair: 'Ordentlich',
  good: 'Gut',
  excellent: 'Sehr gut',
  stars: '{count, plural, one {# Stern} other {# Sterne}}, {meaning}',
  notRatedYet: 'Noch nicht bewertet',
}
