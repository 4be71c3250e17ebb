const rules = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Record<Intl.LDMLPluralRule, string> = {
  zero: 'th',
  one: 'st',
  two: 'nd',
  few: 'rd',
  many: 'th',
  other: 'th',
}

/** Formats a rank: 1st, 2nd, 3rd, 11th. */
export const formatOrdinal = (place: number): string => `${place}${endings[rules.select(place)]}`
